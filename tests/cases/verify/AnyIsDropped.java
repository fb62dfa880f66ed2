//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: 0 | 1 | 2

// One thread drops its objects one after the other; another one counts them, though it was shown none.

import jaywalk.Verify;

public class AnyIsDropped {
    static class Coin {}

    static volatile boolean isReady;

    public static void main(String[] args) {
        new Thread(() -> {
            Coin[] own = {new Coin(), new Coin()};
            isReady = true;
            own[0] = null;
            own[1] = null;
        }).start();
        while (!isReady) {}
        int count = 0;
        Verify.beginAtomic();
        Coin first = Verify.any(Coin.class);
        count += first == null ? 0 : 1;
        Coin second = Verify.any(Coin.class, first);
        count += second == null ? 0 : 1;
        Verify.endAtomic();
        System.out.print(count);
    }
}
