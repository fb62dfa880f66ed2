//@ check: safe
//@ args: 6
//@ structures: 516
//@ expanded: 516
// Disjoint sets of N - 1 elements, united by rank, with path compression (subject "disjset"): all that N operations can make.
// Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class DisjointSets {
    private final int[] parents;
    private final int[] ranks;

    DisjointSets(int count) {
        parents = new int[count];
        ranks = new int[count];
        for (int i = 0; i < count; i++) {
            parents[i] = i;
        }
    }

    /** The element that stands for the set. Everything on the way is moved right below it. */
    int find(int element) {
        if (parents[element] != element) {
            parents[element] = find(parents[element]);
        }
        return parents[element];
    }

    void union(int first, int second) {
        int a = find(first);
        int b = find(second);
        if (a == b) {
            return;
        }
        if (ranks[a] < ranks[b]) {
            parents[a] = b;
        } else {
            parents[b] = a;
            if (ranks[a] == ranks[b]) {
                ranks[a]++;
            }
        }
    }

    void check() {
        for (int i = 0; i < parents.length; i++) {
            assert parents[i] == i || ranks[parents[i]] > ranks[i];
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        DisjointSets sets = new DisjointSets(n - 1);
        Verify.stopIfVisited(sets);
        for (int i = 0; i < n; i++) {
            boolean unites = Verify.getInt(0, 1) == 0;
            int first = Verify.getInt(0, n - 2);
            if (unites) {
                sets.union(first, Verify.getInt(0, n - 2));
            } else {
                sets.find(first);
            }
            Verify.stopIfVisited(sets);
            sets.check();
        }
    }
}
