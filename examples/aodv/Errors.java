/** Errors that can be put into the protocol. Each is one that implementations really had. */
final class Errors {
    static final int NONE = 0;
    /** A route that times out is deleted, where it should be kept as invalid: how fresh it was is forgotten. */
    static final int DELETES = 1;
    /** A route that times out becomes invalid and keeps its sequence number, where this should grow. */
    static final int KEEPS = 2;
    /** A node that restarts takes part at once, where it should wait until nobody uses a route through it any more. */
    static final int HASTY = 3;

    private Errors() {}

    static int named(String name) {
        if (name.equals("none")) {
            return NONE;
        }
        if (name.equals("deletes")) {
            return DELETES;
        }
        if (name.equals("keeps")) {
            return KEEPS;
        }
        if (name.equals("hasty")) {
            return HASTY;
        }
        throw new IllegalArgumentException("no error is named " + name + ": none, deletes, keeps, hasty");
    }
}
