//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: none | one

// What can be chosen depends on what others have made until then, though no place of theirs is read.

import jaywalk.Verify;

public class RandomWhileOthersMake {
    static class Coin {}

    static class Purse {
        Coin coin;
    }

    public static void main(String[] args) {
        Purse purse = new Purse();
        new Thread(() -> purse.coin = new Coin()).start();
        System.out.print(Verify.randomObject("RandomWhileOthersMake$Coin") == null ? "none" : "one");
    }
}
