//@ check: safe
//@ outputs: active 0, done 0 | active 0, done 1 | active 1, done 0 | active 1, done 1

// Who asks a pool for its text could tell that it does not act at once, so here it does not.

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolAsText {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.execute(() -> {});
        String text = pool.toString();
        System.out.print("active " + text.charAt(text.indexOf("threads = ") + 10));
        System.out.print(", done " + text.charAt(text.indexOf("completed tasks = ") + 18));
        pool.shutdown();
    }
}
