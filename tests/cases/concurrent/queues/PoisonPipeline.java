//@ run-native
// Exercises a pipeline of blocking queues with poison pills: words are read, counted by several workers, and merged.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class PoisonPipeline {
    private static final String END = new String("end");
    private static final String TEXT = "the quick brown fox jumps over the lazy dog and the dog does not care "
        + "about the fox or the end of the story";

    interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        int workers = 3;
        BlockingQueue<String> words = new ArrayBlockingQueue<>(2);
        BlockingQueue<String> upper = new LinkedBlockingQueue<>(3);
        BlockingQueue<Map<String, Integer>> counts = new LinkedBlockingQueue<>();
        List<Thread> threads = new ArrayList<>();
        threads.add(start(() -> {
            for (int repeat = 0; repeat < 4; repeat++) {
                for (String word : TEXT.split(" ")) {
                    words.put(word);
                }
            }
            words.put(END);
        }));
        threads.add(start(() -> {
            // The pill is told by identity: the text itself holds the word "end".
            for (String word = words.take(); word != END; word = words.take()) {
                upper.put(word.toUpperCase());
            }
            for (int w = 0; w < workers; w++) {
                upper.put(END);
            }
        }));
        for (int w = 0; w < workers; w++) {
            threads.add(start(() -> {
                Map<String, Integer> own = new TreeMap<>();
                for (String word = upper.take(); word != END; word = upper.take()) {
                    own.merge(word, 1, Integer::sum);
                }
                counts.put(own);
            }));
        }
        Map<String, Integer> merged = new TreeMap<>();
        for (int w = 0; w < workers; w++) {
            counts.take().forEach((word, count) -> merged.merge(word, count, Integer::sum));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(merged);
        System.out.println("words " + merged.values().stream().mapToInt(Integer::intValue).sum()
            + " queues empty " + words.isEmpty() + upper.isEmpty() + counts.isEmpty());
    }
}
