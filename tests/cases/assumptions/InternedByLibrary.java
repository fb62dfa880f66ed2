//@ check: safe
//@ jdk: 17
//@ outputs: false true
// On java nobody has used this text before, and the first string is itself what it gets; here a class of the library has.
public class InternedByLibrary {
    public static void main(String[] args) {
        String first = new String(new char[] {'w', 'a', 'i', 't', 'e', 'r'});
        String second = new String(new char[] {'w', 'a', 'i', 't', 'e', 'r'});
        System.out.print((first.intern() == first) + " " + (first.intern() == second.intern()));
    }
}
