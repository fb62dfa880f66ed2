//@ check: safe
//@ args: 6
//@ structures: 64
// Tree of words by their letters, a dictionary (subject "trie"): every one that N operations can make from N words. The operations add a
// word, and ask whether one is there or begins another one. Expected: safe. There is one for each set of words.

import gov.nasa.jpf.vm.Verify;

public class Trie {
    private static final int LETTERS = 2;

    static final class Node {
        final Node[] next = new Node[LETTERS];
        boolean isWord;
    }

    private final Node root = new Node();

    void add(int[] word) {
        Node at = root;
        for (int letter : word) {
            if (at.next[letter] == null) {
                at.next[letter] = new Node();
            }
            at = at.next[letter];
        }
        at.isWord = true;
    }

    private Node find(int[] word) {
        Node at = root;
        for (int letter : word) {
            at = at == null ? null : at.next[letter];
        }
        return at;
    }

    boolean isWord(int[] word) {
        Node node = find(word);
        return node != null && node.isWord;
    }

    boolean isProperPrefix(int[] word) {
        Node node = find(word);
        return node != null && (node.next[0] != null || node.next[1] != null);
    }

    /** The binary digits of a number from the second on: words of all lengths, some of which begin others. */
    private static int[] word(int number) {
        int[] word = new int[31 - Integer.numberOfLeadingZeros(number)];
        for (int i = word.length - 1; i >= 0; i--) {
            word[i] = number & 1;
            number >>= 1;
        }
        return word;
    }

    // Adds the word that stands for a number.
    void addNumber(int number) {
        add(word(number + 1));
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Trie trie = new Trie();
        Verify.stopIfVisited(trie);
        for (int i = 0; i < n; i++) {
            int method = Verify.getInt(0, 2);
            int[] word = word(Verify.getInt(1, n) + 1);
            switch (method) {
                case 0:
                    trie.add(word);
                    assert trie.isWord(word);
                    break;
                case 1:
                    trie.isWord(word);
                    break;
                default:
                    trie.isProperPrefix(word);
                    break;
            }
            Verify.stopIfVisited(trie);
        }
    }
}
