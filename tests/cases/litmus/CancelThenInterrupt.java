//@ check: safe
//@ outputs: false false | false true | true false | true true

// A task can see that it was cancelled before it is interrupted: these are two things.

import java.util.concurrent.FutureTask;

public class CancelThenInterrupt {
    static FutureTask<Integer> task;
    static String seen = "false false";

    public static void main(String[] args) throws Exception {
        task = new FutureTask<>(() -> {
            boolean isCancelled = task.isCancelled();
            /*~*/
            seen = isCancelled + " " + Thread.interrupted();
            return 1;
        });
        Thread t = new Thread(task);
        t.start();
        /*~*/
        task.cancel(true);
        t.join();
        System.out.print(seen);
    }
}
