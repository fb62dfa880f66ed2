//@ check: safe
//@ outputs: true
// Here the wait is the shorter one: it is over while the other still looks.
public class ShortJoinBesideLooker {
    public static void main(String[] args) throws Exception {
        Thread looker = new Thread(() -> {
            long end = System.nanoTime() + 20_000_000_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        looker.start();
        looker.join(10_000);
        System.out.print(looker.isAlive());
    }
}
