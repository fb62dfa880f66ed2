//@ run-native
// Exercises collation and text boundaries: Collator strengths, RuleBasedCollator, Normalizer, and BreakIterator.
import java.text.BreakIterator;
import java.text.CollationKey;
import java.text.Collator;
import java.text.Normalizer;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

public class CollatedText {
    private static String visible(Object text) {
        StringBuilder result = new StringBuilder();
        for (char c : String.valueOf(text).toCharArray()) {
            result.append(c < 128 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return result.toString();
    }

    private static List<String> pieces(BreakIterator iterator, String text) {
        iterator.setText(text);
        List<String> result = new ArrayList<>();
        int start = iterator.first();
        for (int end = iterator.next(); end != BreakIterator.DONE; start = end, end = iterator.next()) {
            result.add(text.substring(start, end));
        }
        return result;
    }

    public static void main(String[] args) throws ParseException {
        String[] words = {"zebra", "\u00c4pfel", "Apfel", "apfel", "\u00e4pfel", "Zoo", "b\u00e4r", "bar", "b\u00e4ren"};
        String[] byCode = words.clone();
        Arrays.sort(byCode);
        System.out.println(visible(Arrays.toString(byCode)));
        Collator german = Collator.getInstance(Locale.GERMANY);
        Arrays.sort(words, german);
        System.out.println(visible(Arrays.toString(words)));
        for (int strength : new int[] {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY, Collator.IDENTICAL}) {
            german.setStrength(strength);
            System.out.println(strength + ": " + german.equals("a", "A") + " " + german.equals("a", "\u00e4") + " "
                + german.equals("resume", "r\u00e9sum\u00e9") + " " + Integer.signum(german.compare("b", "\u00e4")));
        }
        german.setStrength(Collator.TERTIARY);
        CollationKey first = german.getCollationKey("Apfel");
        CollationKey second = german.getCollationKey("birne");
        System.out.println(Integer.signum(first.compareTo(second)) + " " + first.getSourceString() + " "
            + (first.toByteArray().length > 0));
        RuleBasedCollator own = new RuleBasedCollator("< c, C < b, B < a, A < ch");
        String[] letters = {"a", "b", "c", "ch", "A", "cz", "B"};
        Arrays.sort(letters, own);
        System.out.println(Arrays.toString(letters) + " " + own.getRules().length());

        String composed = "\u00e9\u00c5";
        String decomposed = Normalizer.normalize(composed, Normalizer.Form.NFD);
        System.out.println(visible(decomposed) + " " + decomposed.length() + " "
            + Normalizer.normalize(decomposed, Normalizer.Form.NFC).equals(composed) + " "
            + Normalizer.isNormalized(decomposed, Normalizer.Form.NFC) + " "
            + Normalizer.normalize("\ufb01x\u00b2", Normalizer.Form.NFKC) + " "
            + decomposed.replaceAll("\\p{M}", ""));

        String text = "Hello there, world! It's 3.5 o'clock. Really?";
        System.out.println(pieces(BreakIterator.getWordInstance(Locale.US), text));
        System.out.println(pieces(BreakIterator.getSentenceInstance(Locale.US), text));
        System.out.println(pieces(BreakIterator.getLineInstance(Locale.US), "well-known (old) text"));
        System.out.println(visible(pieces(BreakIterator.getCharacterInstance(Locale.ROOT), "ae\u0301o\u0308x")));
        BreakIterator walker = BreakIterator.getWordInstance(Locale.ROOT);
        walker.setText("one two three");
        System.out.println(walker.last() + " " + walker.previous() + " " + walker.following(4) + " " + walker.preceding(4)
            + " " + walker.isBoundary(5) + " " + walker.current());
    }
}
