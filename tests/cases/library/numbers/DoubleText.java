//@ run-native
// Exercises Double and Float to and from text: shortest output, exponents, subnormals, hex floats, and parse errors.
public class DoubleText {
    public static void main(String[] args) {
        double[] doubles = {
            0.0, -0.0, 1.0, 0.1, 1.0 / 3, 2.0 / 3, 100.0, 1e7, 9999999.0, 1.0E-3, 9.99E-4, 123456789.125, 1e21,
                1.7976931348623157e308,
            4.9e-324, 2.2250738585072014e-308, 2.225073858507201e-308, Math.PI, Math.E, 0.1
                + 0.2, 1e100, 5e-5, 4503599627370496.5,
            9007199254740993.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1234567.0, 12345678.0,
                0.30000000000000004,
        };
        for (double d : doubles) {
            System.out.println(d + " " + Double.toHexString(d) + " " + Long.toHexString(Double.doubleToLongBits(d))
                + " " + Double.hashCode(d) + " " + (Double.parseDouble(Double.toString(d)) == d));
        }
        float[] floats = {0f, -0f, 1f, 0.1f, 1f / 3, 16777216f, 3.4028235e38f, 1.4e-45f, 1e10f, 123456.7f, Float.NaN};
        for (float f : floats) {
            System.out.println(f + " " + Float.toHexString(f) + " " + Integer.toHexString(Float.floatToIntBits(f))
                + " " + (double) f);
        }
        String[] texts = {
            "1", " 2.5 ", "-.5", "5.", "1e3", "1E-400", "1e400", "0x1.8p1", "NaN", "-Infinity", "+3d", "4f", "1_0", "",
                " ", "abc",
            "1e", "0x1", "--1", "1.2.3", "179769313486231570000000000000000000000e270", "4.9406564584124654e-324",
                "2.4703282292062327e-324",
            "0.1000000000000000055511151231257827021181583404541015625", "9007199254740993", "Nan", "infinity", "1e-",
                "\u0661",
        };
        for (String text : texts) {
            try {
                System.out.println("[" + (text.chars().allMatch(c -> c < 128) ? text : "?")
                    + "] " + Double.parseDouble(text));
            } catch (NumberFormatException e) {
                System.out.println("error " + e.getMessage().replaceAll("[^\\x20-\\x7e]", "?"));
            }
        }
        System.out.println(Float.parseFloat("3.4028236e38") + " " + Float.parseFloat("1e39")
            + " " + Float.parseFloat("16777217")
            + " " + Float.parseFloat("1.00000017881393432617187499"));
        try {
            Double.parseDouble(null);
        } catch (NullPointerException e) {
            System.out.println("null gives NPE");
        }
    }
}
