//= before false, caught, after false
//= before true, caught, after false
//= caught, before false, after false
//= caught, before true, after false
/** The end of a sleep by an interrupt clears the flag, and others see when. */
class ClearingIsSeen {
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            Pause.here();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                say("caught");
            }
        });
        sleeper.start();
        Pause.here();
        sleeper.interrupt();
        Pause.here();
        say("before " + sleeper.isInterrupted());
        sleeper.join();
        say("after " + sleeper.isInterrupted());
        System.out.println(said);
    }

    static String said = "";

    static synchronized void say(String what) {
        said += (said.isEmpty() ? "" : ", ") + what;
    }
}
