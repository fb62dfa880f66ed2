//@ check: safe
//@ outputs: false false | false true | true false | true true

// A task whose body is another task ends after it.

import java.util.concurrent.FutureTask;

public class TaskOfTask {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> inner = new FutureTask<>(() -> 1);
        FutureTask<Integer> outer = new FutureTask<>(inner, 2);
        new Thread(outer).start();
        /*~*/
        boolean isDone = inner.isDone();
        /*~*/
        System.out.print(isDone + " " + outer.isDone());
    }
}
