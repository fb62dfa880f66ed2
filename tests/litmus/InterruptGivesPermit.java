import java.util.concurrent.locks.LockSupport;

//= cleared, parked: done
//= not yet, parked: done
/** An interrupt also frees the next park, even if the flag has been cleared. */
class InterruptGivesPermit {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            Pause.here();
            String how = Thread.interrupted() ? "cleared" : "not yet";
            LockSupport.park();
            System.out.println(how + ", parked: done");
        });
        thread.start();
        Pause.here();
        thread.interrupt();
    }
}
