//@ run-native
// Exercises thread names: the numbering of unnamed threads, renaming while running, and the text of a thread.
import java.util.concurrent.CountDownLatch;

public class ThreadNaming {
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread();
        Thread named = new Thread("chosen");
        Thread second = new Thread();
        Thread third = new Thread(() -> { });
        System.out.println(first.getName() + " " + named.getName() + " " + second.getName() + " " + third.getName());

        Thread duplicate = new Thread("chosen");
        Thread empty = new Thread("");
        System.out.println(duplicate.getName().equals(named.getName()) + " [" + empty.getName() + "]");

        CountDownLatch renamed = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        StringBuilder seen = new StringBuilder();
        Thread worker = new Thread(() -> {
            seen.append(Thread.currentThread().getName());
            started.countDown();
            try {
                renamed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            seen.append(" then ").append(Thread.currentThread().getName());
            Thread.currentThread().setName("self-named");
        }, "before");
        worker.start();
        started.await();
        worker.setName("after");
        renamed.countDown();
        worker.join();
        System.out.println(seen + ", finally " + worker.getName());

        Thread main = Thread.currentThread();
        System.out.println(main.getName());
        main.setName("principal");
        System.out.println(main.getName() + " " + Thread.currentThread().getName());
        Thread child = new Thread(() -> System.out.println("child of a renamed main: "
            + Thread.currentThread().getName()));
        child.start();
        child.join();
        main.setName("main");

        long previous = 0;
        boolean increasing = true;
        for (int i = 0; i < 5; i++) {
            long id = new Thread("t" + i).getId();
            increasing &= id > previous;
            previous = id;
        }
        System.out.println("ids increase: " + increasing);
    }
}
