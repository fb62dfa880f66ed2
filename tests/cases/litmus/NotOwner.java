//@ check: exception
//@ outputs: none

// Only the owner may notify.

public class NotOwner {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        LOCK.notify();
    }
}
