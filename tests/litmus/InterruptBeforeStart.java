//= true interrupted false
/** An interrupt before the start of a thread is remembered. */
class InterruptBeforeStart {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            String how = Thread.currentThread().isInterrupted() + " ";
            try {
                Thread.sleep(1);
                how += "slept ";
            } catch (InterruptedException e) {
                how += "interrupted ";
            }
            System.out.println(how + Thread.currentThread().isInterrupted());
        });
        thread.interrupt();
        thread.start();
    }
}
