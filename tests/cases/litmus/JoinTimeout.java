//@ check: safe
//@ outputs: false | true

// A timed join returns whether or not the other has ended.

public class JoinTimeout {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { /*~*/ });
        t.start();
        t.join(1);
        System.out.print(t.isAlive());
    }
}
