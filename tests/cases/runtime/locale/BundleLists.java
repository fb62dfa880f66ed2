//@ run-native
// Exercises resource bundles made of classes: ListResourceBundle in several locales, parents, fallbacks, and missing keys.
import java.text.MessageFormat;
import java.util.Collections;
import java.util.Enumeration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.TreeSet;

public class BundleLists {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"yes", "yes"}, {"no", "no"}, {"colour", "colour"},
                {"count", "{0,number,integer} of {1}"}, {"numbers", new int[] {1, 2, 3}}, {"list", new String[] {"a", "b"}}};
        }
    }

    public static class Texts_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"yes", "ja"}, {"no", "nein"}, {"count", "{0,number,integer} von {1}"}};
        }
    }

    public static class Texts_de_AT extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"no", "na"}};
        }
    }

    public static class Texts_en_US extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"colour", "color"}};
        }
    }

    /** Counts the lookups that reach it. */
    public static class Counting extends ResourceBundle {
        private int lookups;

        @Override
        protected Object handleGetObject(String key) {
            lookups++;
            return key.startsWith("n") ? Integer.valueOf(key.length()) : null;
        }

        @Override
        public Enumeration<String> getKeys() {
            return Collections.enumeration(new TreeSet<>(java.util.Set.of("n1", "n22")));
        }
    }

    private static void show(Locale locale) {
        ResourceBundle bundle = ResourceBundle.getBundle("BundleLists$Texts", locale);
        TreeSet<String> keys = new TreeSet<>(bundle.keySet());
        System.out.println(locale + ": " + bundle.getString("yes") + " " + bundle.getString("no") + " "
            + bundle.getString("colour") + " | from " + bundle.getClass().getSimpleName() + " [" + bundle.getLocale()
            + "] keys " + keys + " | " + new MessageFormat(bundle.getString("count"), locale)
                .format(new Object[] {1234, "all"}));
    }

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        for (Locale locale : new Locale[] {Locale.ROOT, Locale.US, Locale.UK, Locale.GERMANY, new Locale("de", "AT"),
            Locale.JAPAN}) {
            show(locale);
        }
        Locale.setDefault(Locale.GERMANY);
        show(Locale.JAPAN);
        show(Locale.US);
        ResourceBundle bundle = ResourceBundle.getBundle("BundleLists$Texts", new Locale("de", "AT"));
        System.out.println(((int[]) bundle.getObject("numbers"))[2] + " " + bundle.getStringArray("list")[1] + " "
            + bundle.containsKey("colour") + " " + bundle.containsKey("absent") + " " + bundle.getBaseBundleName());
        System.out.println((bundle == ResourceBundle.getBundle("BundleLists$Texts", new Locale("de", "AT"))) + " cached");
        for (Runnable wrong : new Runnable[] {() -> bundle.getString("absent"), () -> bundle.getString("numbers"),
            () -> ResourceBundle.getBundle("NoSuchBundle"), () -> bundle.getObject(null)}) {
            try {
                wrong.run();
            } catch (MissingResourceException e) {
                System.out.println("missing [" + e.getKey() + "] " + e.getClassName());
            } catch (ClassCastException | NullPointerException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        Counting counting = (Counting) ResourceBundle.getBundle("BundleLists$Counting", Locale.ROOT);
        System.out.println(counting.getObject("none") + " " + counting.containsKey("xyz") + " " + counting.lookups + " "
            + counting.keySet().size());
    }
}
