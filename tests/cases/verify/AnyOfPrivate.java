//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: 0 | 1 | 2 | none

// An object that its thread has shown to nobody can be chosen, at any moment of its life.

import jaywalk.Verify;

public class AnyOfPrivate {
    static class Coin {
        int value;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Coin coin = new Coin();
            coin.value = 1;
            coin.value = 2;
            if (coin.value == 3) {
                System.out.print("!");
            }
        }).start();
        Coin any = Verify.any(Coin.class);
        System.out.print(any == null ? "none" : "" + any.value);
    }
}
