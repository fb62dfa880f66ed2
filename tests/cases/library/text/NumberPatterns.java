//@ run-native
// Exercises DecimalFormat patterns and NumberFormat factories with US symbols, rounding, grouping, and parsing.
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.ParsePosition;
import java.util.Locale;

public class NumberPatterns {
    private static final DecimalFormatSymbols US = DecimalFormatSymbols.getInstance(Locale.US);

    public static void main(String[] args) throws ParseException {
        String[] patterns = {"0", "#", "0.00", "#.##", "#,##0.00", "000000", "0.###E0", "##0.##E0", "00.00%",
            "#,##0;(#,##0)", "'#'0", "$#,##0.00", "#,####.0", "0.0'x'", "\u00a4#,##0.00;-\u00a4#", "+0;-0"};
        double[] values = {0, 1, -1, 0.5, 1.5, 2.5, 1234.5678, -9876543.21, 0.0001234, 1e15, Double.NaN,
            Double.POSITIVE_INFINITY};
        for (String pattern : patterns) {
            DecimalFormat format = new DecimalFormat(pattern, US);
            StringBuilder row = new StringBuilder();
            for (double value : values) {
                String text = format.format(value);
                row.append('[').append(text.replace("\ufffd", "NaN").replace("\u221e", "inf")).append(']');
            }
            System.out.println(row);
        }
        for (RoundingMode mode : new RoundingMode[] {RoundingMode.UP, RoundingMode.DOWN, RoundingMode.HALF_UP,
            RoundingMode.HALF_EVEN, RoundingMode.CEILING}) {
            DecimalFormat format = new DecimalFormat("0.0", US);
            format.setRoundingMode(mode);
            System.out.println(mode + " " + format.format(0.25) + " " + format.format(0.35) + " " + format.format(-0.25)
                + " " + format.format(new BigDecimal("0.349999")));
        }
        NumberFormat number = NumberFormat.getInstance(Locale.US);
        number.setMaximumFractionDigits(5);
        number.setMinimumIntegerDigits(3);
        System.out.println(number.format(12.3456789) + " " + number.format(1234567L)
            + " " + NumberFormat.getIntegerInstance(Locale.US).format(2.5)
            + " " + NumberFormat.getIntegerInstance(Locale.US).format(3.5));
        System.out.println(NumberFormat.getPercentInstance(Locale.US).format(0.256)
            + " " + NumberFormat.getCurrencyInstance(Locale.US).format(1234.5)
            + " " + NumberFormat.getCurrencyInstance(Locale.US).format(-0.555));
        System.out.println(number.parse("1,234.5xyz") + " " + number.parse("-42") + " " + number.parse("1E3")
            + " " + number.parse("99999999999999999999").getClass().getSimpleName()
            + " " + number.parse("7").getClass().getSimpleName());
        ParsePosition position = new ParsePosition(3);
        System.out.println(number.parse("abc12,3.4.5", position) + " " + position.getIndex()
            + " " + number.parse("x", new ParsePosition(0)));
        DecimalFormat big = new DecimalFormat("#,##0.###", US);
        big.setParseBigDecimal(true);
        System.out.println(big.parse("12,345.6789012345678901234567")
            + " " + big.format(new BigDecimal("123456789012345678901234567890.5")) + " " + big.toPattern()
            + " " + big.getGroupingSize() + " " + big.equals(new DecimalFormat("#,##0.###", US)));
        DecimalFormatSymbols custom = new DecimalFormatSymbols(Locale.US);
        custom.setGroupingSeparator('_');
        custom.setDecimalSeparator('!');
        System.out.println(new DecimalFormat("#,##0.0", custom).format(1234567.89));
        try {
            number.parse("word");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorOffset());
        }
        try {
            new DecimalFormat("0.0.0", US);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
