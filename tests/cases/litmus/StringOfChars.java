//@ check: safe
//@ outputs: aa | ab | ba | bb

// A string is made from an array character by character.

public class StringOfChars {
    public static void main(String[] args) throws Exception {
        char[] shared = { 'a', 'a' };
        Thread t = new Thread(() -> {
            shared[0] = 'b';
            /*~*/
            shared[1] = 'b';
        });
        t.start();
        /*~*/
        String seen = new String(shared);
        t.join();
        System.out.print(seen);
    }
}
