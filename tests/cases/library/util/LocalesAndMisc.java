//@ run-native
// Exercises Locale construction and display, Currency, resource bundles written in code, an empty ServiceLoader, and event listeners.
import java.util.Arrays;
import java.util.Currency;
import java.util.EventObject;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public class LocalesAndMisc {
    public static class Messages extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "hello"}, {"list", new String[] {"a", "b"}}, {"number", 7}};
        }
    }

    interface Unprovided { }

    static final class Changed extends EventObject {
        private static final long serialVersionUID = 1;
        final transient Object value;

        Changed(String source, Object value) {
            super(source);
            this.value = value;
        }
    }

    public static void main(String[] args) {
        Locale locale = Locale.forLanguageTag("de-CH-1996");
        System.out.println(locale + " " + locale.getLanguage() + " " + locale.getCountry() + " " + locale.getVariant()
            + " " + locale.toLanguageTag() + " " + Locale.ROOT.toLanguageTag() + " [" + Locale.ROOT + "] " + Locale.US
            + " " + Locale.CHINA.toLanguageTag());
        Locale built = new Locale.Builder().setLanguage("sr").setScript("latn").setRegion("rs").build();
        System.out.println(built + " " + built.toLanguageTag() + " " + built.getScript()
            + " " + built.equals(Locale.forLanguageTag("sr-Latn-RS")) + " " + locale.stripExtensions()
            + " " + Locale.FRANCE.getISO3Country() + " " + Locale.JAPANESE.getISO3Language());
        System.out.println(Locale.GERMANY.getDisplayLanguage(Locale.US)
            + " " + Locale.GERMANY.getDisplayCountry(Locale.US) + " " + Locale.US.getDisplayName(Locale.US));
        try {
            new Locale.Builder().setLanguage("toolonglanguage");
        } catch (java.util.IllformedLocaleException e) {
            System.out.println(e.getMessage());
        }
        Currency euro = Currency.getInstance("EUR");
        System.out.println(euro + " " + euro.getDefaultFractionDigits() + " " + euro.getNumericCode()
            + " " + Currency.getInstance(Locale.JAPAN) + " " + Currency.getInstance("JPY").getDefaultFractionDigits());

        ResourceBundle bundle = new Messages();
        System.out.println(bundle.getString("greeting") + " " + Arrays.toString(bundle.getStringArray("list"))
            + " " + bundle.getObject("number") + " " + bundle.containsKey("x"));
        try {
            bundle.getString("absent");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " key=" + e.getKey());
        }
        try {
            ResourceBundle.getBundle("no.such.bundle", Locale.ROOT);
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ServiceLoader.load(Unprovided.class).findFirst().isPresent());

        List<Consumer<Changed>> listeners = new CopyOnWriteArrayList<>();
        StringBuilder log = new StringBuilder();
        listeners.add(e -> log.append(e.getSource()).append('=').append(e.value).append(' '));
        listeners.add(e -> listeners.add(late -> log.append("late ")));
        for (int i = 0; i < 3; i++) {
            Changed event = new Changed("s" + i, i);
            listeners.forEach(l -> l.accept(event));
        }
        System.out.println(log + "" + listeners.size());
        try {
            new Changed(null, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
