//@ holds: ltl fair F main.late
//@ fails: ltl F main.late
//@ holds: ltl G (main.late -> main.early)
//@ holds: ltl fair FG main.late
// A sleep ends sometime, if runs are fair; a busy thread may go on for ever meanwhile.

public class Timed {
    static volatile boolean early;
    static volatile boolean late;

    public static void main(String[] args) throws InterruptedException {
        Thread busy = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
                early |= false;
            }
        });
        busy.setDaemon(true);
        early = true;
        busy.start();
        Thread.sleep(100);
        late = true;
    }
}
