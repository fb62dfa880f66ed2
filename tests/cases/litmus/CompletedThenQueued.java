//@ check: safe
//@ outputs: false false | false true | true false | true true

// A task has its result before it stands in the queue of those that have one.

import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;

public class CompletedThenQueued {
    public static void main(String[] args) throws Exception {
        var service = new ExecutorCompletionService<Integer>(task -> new Thread(task).start());
        Future<Integer> future = service.submit(() -> 1);
        /*~*/
        boolean isDone = future.isDone();
        /*~*/
        System.out.print(isDone + " " + (service.poll() != null));
    }
}
