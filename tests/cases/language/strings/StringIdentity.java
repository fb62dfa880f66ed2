//@ run-native
// Exercises literal interning, compile-time constants across classes, intern of built strings and equality corners.
public class StringIdentity {
    static class Other {
        static final String HELLO = "hello";
        static String dynamic = "hello";
    }

    static String make(String a, String b) { return a + b; }

    public static void main(String[] args) {
        String hello = "hello";
        String lo = "lo";
        final String flo = "lo";
        System.out.println(hello == "hello");
        System.out.println(hello == Other.HELLO);
        System.out.println(hello == Other.dynamic);
        System.out.println(hello == "hel" + "lo");
        System.out.println(hello == "hel" + lo);
        System.out.println(hello == "hel" + flo);
        System.out.println(hello == ("hel" + lo).intern());
        System.out.println(new String("hello") == hello);
        System.out.println(new String(hello).equals(hello) + " " + new String(hello).intern().equals(Other.dynamic));
        System.out.println(make("hel", "lo").intern() == hello);
        System.out.println(String.valueOf(new char[] {'h', 'e', 'l', 'l', 'o'}) == hello);
        System.out.println(hello.substring(0) == hello);
        System.out.println(hello.toString() == hello);
        System.out.println(hello.concat("") == hello);
        System.out.println(hello.trim() == hello);
        System.out.println("hello".replace('z', 'y') == hello);
        System.out.println(hello.equals(null) + " " + hello.equals('h') + " " + hello.equalsIgnoreCase("HELLO") + " " + "".equals(""));
        System.out.println(hello.compareTo("help") + " " + "a".compareTo("abc") + " " + "b".compareTo("a") + " " + "".compareTo("x"));
        System.out.println("\u0000".length() + " " + "\u0000".hashCode() + " " + "a\u0000b".indexOf('b') + " " + "\u0000".equals(""));
        String huge = "ab".repeat(2000);
        int hash = 0;
        for (int i = 0; i < huge.length(); i++) {
            hash = 31 * hash + huge.charAt(i);
        }
        System.out.println(huge.hashCode() == hash);
        System.out.println(hash);
        System.out.println("polygenelubricants".hashCode() + " " + "".hashCode());
        Object asObject = hello;
        System.out.println((asObject == hello) + " " + asObject.equals("hello") + " " + (asObject.getClass() == String.class));
        CharSequence builder = new StringBuilder("hello");
        System.out.println(hello.contentEquals(builder) + " " + hello.equals(builder) + " " + builder.toString().equals(hello));
        try {
            "abc".charAt(3);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("backwards");
        }
    }
}
