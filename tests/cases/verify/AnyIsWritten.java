//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: 1 2 | 1 5 | 1 6 | 5 6

// What is done to an object that another thread believes to have for itself is seen by that one.

import jaywalk.Verify;

public class AnyIsWritten {
    static class Coin {
        int value = 1;
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[2];
        Thread t = new Thread(() -> {
            Coin coin = new Coin();
            seen[0] = coin.value;
            coin.value = coin.value + 1;
            seen[1] = coin.value;
        });
        t.start();
        Coin any = Verify.any(Coin.class);
        if (any != null) {
            any.value = 5;
        }
        t.join();
        System.out.print(seen[0] + " " + seen[1]);
    }
}
