//@ run-native
// Exercises NumberFormat in fixed locales: numbers, integers, percents, patterns, rounding modes, parsing, and symbols.
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.ParsePosition;
import java.util.List;
import java.util.Locale;

public class NumberLocales {
    private static String visible(String text) {
        StringBuilder result = new StringBuilder();
        for (char c : text.toCharArray()) {
            result.append(c < 128 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return result.toString();
    }

    public static void main(String[] args) throws ParseException {
        for (Locale locale : List.of(Locale.ROOT, Locale.US, Locale.GERMANY, Locale.FRANCE, new Locale("de", "CH"))) {
            NumberFormat number = NumberFormat.getNumberInstance(locale);
            NumberFormat percent = NumberFormat.getPercentInstance(locale);
            System.out.println(visible(locale + ": " + number.format(-1234567.8915) + " | "
                + NumberFormat.getIntegerInstance(locale).format(2.5) + " | " + percent.format(0.256) + " | "
                + number.format(Double.POSITIVE_INFINITY) + " | "
                + DecimalFormatSymbols.getInstance(locale).getDecimalSeparator()
                + DecimalFormatSymbols.getInstance(locale).getGroupingSeparator()));
        }
        DecimalFormat format = new DecimalFormat("#,##0.00#;(#,##0.00#)", DecimalFormatSymbols.getInstance(Locale.US));
        System.out.println(format.format(1234.5) + " " + format.format(-0.1239) + " " + format.format(0) + " "
            + format.toPattern());
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode == RoundingMode.UNNECESSARY) {
                continue;
            }
            DecimalFormat rounding = new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.ROOT));
            rounding.setRoundingMode(mode);
            System.out.print(mode + " " + rounding.format(0.25) + " " + rounding.format(-0.25) + " "
                + rounding.format(new BigDecimal("0.15")) + "; ");
        }
        System.out.println();
        DecimalFormatSymbols own = new DecimalFormatSymbols(Locale.ROOT);
        own.setDecimalSeparator('!');
        own.setGroupingSeparator('_');
        own.setMinusSign('~');
        System.out.println(new DecimalFormat("#,##0.###", own).format(-9876543.21) + " "
            + new DecimalFormat("00.###E0", own).format(0.00012) + " " + new DecimalFormat("0.0%", own).format(0.1234) + " "
            + new DecimalFormat("'#'0", own).format(7) + " " + new DecimalFormat("\u00a4 0.00", own).format(5).length());

        NumberFormat german = NumberFormat.getInstance(Locale.GERMANY);
        System.out.println(german.parse("1.234,5") + " " + german.parse("12abc") + " "
            + NumberFormat.getInstance(Locale.US).parse("1,234.5") + " " + german.parse("-7").getClass().getSimpleName());
        ParsePosition position = new ParsePosition(4);
        System.out.println(german.parse("abc 42 rest", position) + " at " + position.getIndex());
        try {
            german.parse("none");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " at " + e.getErrorOffset());
        }
        format.setParseBigDecimal(true);
        System.out.println(format.parse("(12.50)") + " " + format.parse("12.50").getClass().getSimpleName());
        NumberFormat digits = NumberFormat.getInstance(Locale.ROOT);
        digits.setMinimumIntegerDigits(3);
        digits.setMaximumFractionDigits(1);
        digits.setMinimumFractionDigits(1);
        digits.setGroupingUsed(false);
        System.out.println(digits.format(7) + " " + digits.format(12345.67) + " " + digits.format(-0.04));
        ChoiceFormat choice = new ChoiceFormat("0#none|1#one|1<some|10#many");
        StringBuilder line = new StringBuilder();
        for (double n : new double[] {-1, 0, 0.9, 1, 1.5, 9, 10, 99}) {
            line.append(choice.format(n)).append(' ');
        }
        System.out.println(line + choice.toPattern() + " " + ChoiceFormat.nextDouble(1));
    }
}
