//@ check: safe
//@ outputs: false
// A thread that looks at the clock for a millisecond sees its end before another has waited for ten seconds.
public class LongJoinBesideLooker {
    public static void main(String[] args) throws Exception {
        Thread looker = new Thread(() -> {
            long end = System.nanoTime() + 1_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        looker.start();
        looker.join(10_000);
        System.out.print(looker.isAlive());
    }
}
