//@ check: assertion
// Stages of two futures add to one sum that nobody guards. Expected: assertion.

import java.util.concurrent.CompletableFuture;

public class PricingLost {
    static int total;

    static void add(int price) {
        total += price;
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> tea = CompletableFuture.supplyAsync(() -> 30).thenAccept(PricingLost::add);
        CompletableFuture<Void> milk = CompletableFuture.supplyAsync(() -> 40).thenAccept(PricingLost::add);
        tea.get();
        milk.get();
        assert total == 70 : "total is " + total;
    }
}
