//@ check: safe
// Two prices are asked for at the same time and added when both are there. Expected: safe.

import java.util.concurrent.CompletableFuture;

public class Pricing {
    static int price(String item) {
        return item.length() * 10;
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> tea = CompletableFuture.supplyAsync(() -> price("tea"));
        CompletableFuture<Integer> total = tea.thenCombine(CompletableFuture.completedFuture(40), Integer::sum);
        assert total.get() == 70;
    }
}
