//@ run-native
// Exercises the sign rules of %, floorMod and the floating remainder, including IEEEremainder.
public class RemainderSigns {
    public static void main(String[] args) {
        int[] dividends = {7, -7, 8, -8, 0, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] divisors = {3, -3, 2, -2, 1, -1, Integer.MIN_VALUE};
        for (int a : dividends) {
            StringBuilder row = new StringBuilder();
            for (int b : divisors) {
                int q = a / b;
                int r = a % b;
                if (q * b + r != a) {
                    row.append("BROKEN ");
                }
                row.append(q).append('r').append(r).append('/');
                row.append(Math.floorDiv(a, b)).append('m').append(Math.floorMod(a, b)).append(' ');
            }
            System.out.println(a + ": " + row);
        }
        double[] da = {5.5, -5.5, 0.0, -0.0, 1e300, Double.POSITIVE_INFINITY, Double.NaN};
        double[] db = {2.0, -2.0, 0.1, Double.POSITIVE_INFINITY, 0.0, Double.NaN};
        for (double a : da) {
            for (double b : db) {
                System.out.println(a + " % " + b + " = " + Long.toHexString(Double.doubleToLongBits(a % b)));
            }
        }
        float[] fa = {5.5f, -5.5f, 1e30f, -0.0f};
        float[] fb = {2f, -3f, 0.1f, Float.NEGATIVE_INFINITY};
        for (float a : fa) {
            for (float b : fb) {
                System.out.println(a + " %f " + b + " = " + Integer.toHexString(Float.floatToIntBits(a % b)));
            }
        }
        System.out.println(Math.IEEEremainder(5.0, 3.0) + " " + Math.IEEEremainder(-5.0, 3.0) + " " + 5.0 % 3.0);
        long big = Long.MIN_VALUE;
        System.out.println(big % 10 + " " + big / 10 + " " + Math.floorMod(big, 10) + " " + (-7L % 3L));
    }
}
