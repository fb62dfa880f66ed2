//@ check: safe
// Tokens are taken by comparing and setting: never more than there are. Expected: safe.

import java.util.concurrent.atomic.AtomicInteger;

public class RateLimiter {
    private final AtomicInteger tokens;

    RateLimiter(int tokens) {
        this.tokens = new AtomicInteger(tokens);
    }

    boolean tryAcquire() {
        while (true) {
            int left = tokens.get();
            if (left == 0) {
                return false;
            }
            if (tokens.compareAndSet(left, left - 1)) {
                return true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        RateLimiter limiter = new RateLimiter(1);
        Thread one = new Thread(limiter::tryAcquire, "one");
        Thread two = new Thread(limiter::tryAcquire, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert limiter.tokens.get() == 0 : limiter.tokens.get();
    }
}
