//@ run-native
// Exercises Locale itself: builders, tags, parts, extensions, matching of ranges, candidate lists, and its constants.
import java.util.Arrays;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;

public class LocaleObjects {
    private static void show(Locale locale) {
        System.out.println(locale + " | " + locale.toLanguageTag() + " | " + locale.getLanguage() + " | "
            + locale.getCountry() + " | " + locale.getScript() + " | " + locale.getVariant() + " | "
            + locale.getExtensionKeys());
    }

    public static void main(String[] args) {
        show(Locale.GERMANY);
        show(Locale.ROOT);
        show(Locale.forLanguageTag("zh-Hant-TW"));
        show(Locale.forLanguageTag("de-DE-u-co-phonebk-x-private"));
        show(Locale.forLanguageTag("not_a_tag"));
        show(new Locale("EN", "gb", "Posix"));
        show(new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build());
        show(new Locale.Builder().setLocale(Locale.FRANCE).setVariant("Special").setExtension('x', "own")
            .setUnicodeLocaleKeyword("nu", "latn").build());
        Locale extended = Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai");
        System.out.println(extended.getUnicodeLocaleKeys() + " " + extended.getUnicodeLocaleType("ca") + " "
            + extended.getExtension('u') + " " + extended.stripExtensions() + " " + extended.hasExtensions());
        for (String bad : new String[] {"x", "waytoolonglanguage", "d3"}) {
            try {
                new Locale.Builder().setLanguage(bad).build();
                System.out.println(bad + " fine");
            } catch (IllformedLocaleException e) {
                System.out.println(e.getMessage());
            }
        }

        System.out.println(new Locale("fr", "FR").equals(Locale.FRANCE) + " " + Locale.FRENCH.equals(Locale.FRANCE) + " "
            + (Locale.US.hashCode() == new Locale("en", "US").hashCode()));
        System.out.println(Locale.GERMANY.getISO3Language() + " " + Locale.GERMANY.getISO3Country() + " "
            + Locale.GERMANY.getDisplayLanguage(Locale.US) + " " + Locale.FRANCE.getDisplayCountry(Locale.US) + " "
            + Locale.GERMANY.getDisplayName(Locale.US) + " " + Locale.GERMANY.getDisplayLanguage(Locale.FRANCE) + " "
            + Locale.US.getDisplayLanguage(Locale.GERMANY));
        System.out.println(Arrays.asList(Locale.getISOCountries()).containsAll(List.of("DE", "FR", "US")) + " "
            + Arrays.asList(Locale.getISOLanguages()).contains("eo"));

        List<Locale.LanguageRange> ranges = Locale.LanguageRange.parse("de-CH;q=0.8,fr;q=0.9,en-*;q=0.3");
        System.out.println(ranges);
        List<Locale> available = List.of(Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.CANADA_FRENCH, Locale.ITALY);
        System.out.println(Locale.filter(ranges, available) + " " + Locale.lookup(ranges, available) + " "
            + Locale.lookup(Locale.LanguageRange.parse("es"), available));
        System.out.println(Locale.filterTags(ranges, List.of("fr-BE", "de", "en-GB", "it")));
        System.out.println(ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT)
            .getCandidateLocales("base", Locale.forLanguageTag("sr-Latn-RS")));
        try {
            new Locale(null);
        } catch (NullPointerException e) {
            System.out.println("a language is needed");
        }
    }
}
