//@ run-native
//@ jdk: 17
// Exercises Double.toString and Float.toString where JDK 17 prints a digit too many; JDK 19 made these the shortest.
public class LegacyDigits17 {
    public static void main(String[] args) {
        double[] doubles = {Math.pow(2, 62), Math.nextUp(Double.MIN_VALUE), 2.0E-3, 2e23, 1.0E23, 8.41E21,
            2.2250738585072011e-308, 5e-324, 1.1E-5, 9.5E-3};
        for (double d : doubles) {
            System.out.println(d + " " + Double.toHexString(d) + " " + (Double.parseDouble("" + d) == d));
        }
        float[] floats = {Float.MIN_NORMAL, 2147483647f, 9007199254740993f, 3.3554432E7f, 1.0E10f, 8.5899346E9f,
            3.4E-45f, 33554430f};
        for (float f : floats) {
            System.out.println(f + " " + Float.toHexString(f) + " " + (Float.parseFloat("" + f) == f));
        }
        for (int exponent = -40; exponent <= 80; exponent += 5) {
            System.out.println(exponent + " " + Math.scalb(1.0, exponent) + " " + Math.scalb(1f, exponent)
                + " " + Math.pow(10, exponent / 4));
        }
        int state = 99;
        long checksum = 0;
        for (int i = 0; i < 3000; i++) {
            state = state * 1664525 + 1013904223;
            checksum = checksum * 31 + Float.toString(Float.intBitsToFloat(state)).hashCode();
            long bits = (long) state << 32 | i * 0x9E3779B9L & 0xffffffffL;
            checksum = checksum * 31 + Double.toString(Double.longBitsToDouble(bits)).hashCode();
        }
        System.out.println(checksum);
    }
}
