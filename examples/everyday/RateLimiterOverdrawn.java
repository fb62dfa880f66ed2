//@ check: assertion
// Tokens are looked at and then taken: two threads take the last one. Expected: assertion.

import java.util.concurrent.atomic.AtomicInteger;

public class RateLimiterOverdrawn {
    private final AtomicInteger tokens;

    RateLimiterOverdrawn(int tokens) {
        this.tokens = new AtomicInteger(tokens);
    }

    boolean tryAcquire() {
        if (tokens.get() > 0) {
            tokens.decrementAndGet();
            return true;
        }
        return false;
    }

    public static void main(String[] args) throws InterruptedException {
        RateLimiterOverdrawn limiter = new RateLimiterOverdrawn(1);
        Thread one = new Thread(limiter::tryAcquire, "one");
        Thread two = new Thread(limiter::tryAcquire, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert limiter.tokens.get() >= 0 : "tokens: " + limiter.tokens.get();
    }
}
