//@ run-native
// Exercises default values, covariance, element types of every kind, for-each copies and sorting by hand.
import java.util.Arrays;

public class ArrayBasics {
    static void insertionSort(double[] a) {
        for (int i = 1; i < a.length; i++) {
            double v = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > v) {
                a[j] = a[--j];
            }
            a[j] = v;
        }
    }

    static void quickSort(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int pivot = a[(lo + hi) >>> 1], i = lo, j = hi;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quickSort(a, lo, j);
        quickSort(a, i, hi);
    }

    static <T extends Comparable<T>> int search(T[] a, T key) {
        int lo = 0, hi = a.length - 1;
        while (lo <= hi) {
            int mid = lo + hi >>> 1;
            int c = a[mid].compareTo(key);
            if (c == 0) return mid;
            if (c < 0) lo = mid + 1;
            else hi = mid - 1;
        }
        return ~lo;
    }

    public static void main(String[] args) {
        System.out.println((new boolean[2][2])[1][1] + " " + (new byte[1][1])[0][0] + " " + (int) (new char[1][1])[0][0]
                + " " + (new long[1][1])[0][0] + " " + (new float[1][1])[0][0] + " " + (new String[1][1])[0][0]);
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        short[] s = new short[2];
        char[] c = new char[2];
        int[] i = new int[2];
        long[] l = new long[2];
        float[] f = new float[2];
        double[] d = new double[2];
        Object[] o = new Object[2];
        System.out.println(z[0] + " " + b[0] + " " + s[0] + " " + (int) c[0] + " " + i[0] + " " + l[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        z[1] = !z[0];
        b[1] = (byte) 255;
        s[1] = (short) 65535;
        c[1] = (char) -1;
        i[1] = ~0;
        l[1] = ~0L;
        f[1] = (float) 1e39;
        d[1] = Double.MIN_VALUE;
        o[1] = o;
        System.out.println(z[1] + " " + b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + l[1] + " " + f[1] + " " + d[1] + " " + (o[1] == o));
        Object[] covariant = new Integer[] {3, 1, 2};
        System.out.println(covariant.getClass().getSimpleName() + " " + covariant.length + " " + (covariant instanceof Number[]));
        for (int v : i) {
            v = 100;
        }
        System.out.println(i[0]);
        double[] doubles = {3.5, -0.0, 2, 0.0, -7.25, 1e10};
        insertionSort(doubles);
        System.out.println(Arrays.toString(doubles));
        int[] noise = new int[200];
        for (int k = 0, x = 17; k < noise.length; k++, x = x * 1103515245 + 12345) noise[k] = x >> 8;
        quickSort(noise, 0, noise.length - 1);
        boolean sorted = true;
        for (int k = 1; k < noise.length; k++) sorted &= noise[k - 1] <= noise[k];
        System.out.println(sorted + " " + noise[0] + " " + noise[100] + " " + noise[199]);
        String[] words = {"ant", "bee", "cow", "dog"};
        System.out.println(search(words, "cow") + " " + search(words, "bat") + " " + search(words, "zoo") + " " + search(new Integer[0], 1));
        System.out.println(Arrays.equals(new int[] {1}, new int[] {1}) + " " + Arrays.hashCode(new long[] {1, -1}) + " "
                + Arrays.asList(words) + " " + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}));
        int[] grown = Arrays.copyOfRange(noise, 198, 202);
        System.out.println(grown.length + " " + grown[3]);
    }
}
