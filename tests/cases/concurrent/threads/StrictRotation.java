//@ run-native
// Exercises a strict rotation of three threads through one monitor: each letter is printed by its own thread in turn.
public class StrictRotation {
    private static final int ROUNDS = 20;
    private final Object monitor = new Object();
    private final StringBuilder text = new StringBuilder();
    private int turn;
    private int wakeups;

    private void take(int id, int count, char letter) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            synchronized (monitor) {
                while (turn != id) {
                    monitor.wait();
                    wakeups++;
                }
                text.append(letter);
                turn = (turn + 1) % count;
                monitor.notifyAll();
            }
        }
    }

    private String play(int count) throws InterruptedException {
        Thread[] players = new Thread[count];
        for (int i = 0; i < count; i++) {
            int id = i;
            players[i] = new Thread(() -> {
                try {
                    take(id, count, (char) ('a' + id));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        // The last one starts first, so that every order of starting is covered by the waiting.
        for (int i = count - 1; i >= 0; i--) {
            players[i].start();
        }
        for (Thread player : players) {
            player.join();
        }
        return text.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        for (int count = 1; count <= 5; count++) {
            StrictRotation game = new StrictRotation();
            String text = game.play(count);
            String unit = text.substring(0, count);
            System.out.println(count + " players: " + text.length() + " letters, regular "
                + text.equals(unit.repeat(ROUNDS)) + ", unit " + unit + ", next " + game.turn);
        }
        StrictRotation alone = new StrictRotation();
        System.out.println(alone.play(1) + " " + alone.wakeups);
    }
}
