//@ check: safe
//@ outputs: "" | main

// An exit ends all threads wherever they are.

public class ExitInThread {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> System.exit(0));
        t.start();
        /*~*/
        System.out.print("main");
    }
}
