package jaywalk;

/**
 * What a driver says that explores structures level by level, after Figure 4.1 of d'Amorim's dissertation:
 *
 * <pre>{@code
 * Tree tree = new Tree();
 * for (int i = 0; i < n; i++) {
 *     tree = Delta.newStates(tree);
 *     int value = Verify.getInt(1, n);
 *     if (Verify.getBoolean()) {
 *         tree.add(value);
 *     } else {
 *         tree.remove(value);
 *     }
 *     Delta.merge(tree);
 * }
 * }</pre>
 *
 * <p>Under {@code jaywalk explore --driver} a round of the loop is made for every structure that the round before has merged and no earlier
 * one had, and with every choice; with {@code --delta} for many of them at once. What stands here is what happens elsewhere, where a path
 * has one structure: {@code jaywalk check} then tells states apart by what the driver knows beside it as well.
 */
public final class Delta {
    private Delta() {}

    /**
     * Begins a round: gives one of the structures that are to be gone on from. It is another object than the argument, and what the
     * driver keeps beside it must be the same on all paths.
     */
    public static <T> T newStates(T structure) {
        return structure;
    }

    /** What can be reached from here is a structure that the next round goes on from, if there was none like it before. */
    public static void merge(Object structure) {}
}
