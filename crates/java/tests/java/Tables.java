import java.util.Arrays;

/** Arrays short and long, written by element, by range, by copying within themselves, and cloned. */
public class Tables {
    static final long[] LONGS = new long[300];
    static final byte[] BYTES = new byte[1000];
    static final char[] SHORT_TEXT = "some text of a few words".toCharArray();
    static final Object[] THINGS = new Object[200];
    static final double[][] GRID = new double[9][70];

    private static void writer(int seed) {
        for (int i = 0; i < 40; i++) {
            int at = (seed * 31 + i * 17) % LONGS.length;
            LONGS[at] += i;
            BYTES[(at * 3) % BYTES.length] = (byte) at;
            SHORT_TEXT[at % SHORT_TEXT.length]++;
            GRID[at % 9][at % 70] = at / 2.0;
            THINGS[at % THINGS.length] = i % 3 == 0 ? new int[] {at} : "thing" + at;
        }
    }

    private static void mover() {
        System.arraycopy(BYTES, 0, BYTES, 3, 500);
        System.arraycopy(BYTES, 511, BYTES, 505, 400);
        System.arraycopy(THINGS, 10, THINGS, 0, 150);
        Arrays.fill(LONGS, 100, 200, -1);
        synchronized (THINGS) {
            THINGS[199] = LONGS.clone();
        }
        synchronized (LONGS) {
            LONGS[0] = ((long[]) THINGS[199])[150] + Arrays.hashCode(SHORT_TEXT);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> writer(1));
        Thread two = new Thread(() -> writer(2));
        Thread three = new Thread(Tables::mover);
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
        long sum = 0;
        for (double[] row : GRID) {
            for (double value : row) {
                sum += (long) (value * 2);
            }
        }
        System.out.println(sum > 0 && THINGS[199] != null);
    }
}
