//@ check: safe
//@ outputs: true true false | true true true
// A constant that is used beside somebody who interns an equal string: whichever comes first is what both have from then on.
// A search that has met the constant first begins again; what it had seen by then is none of the program's outputs.
public class InternKeepsConstant {
    private static String made;
    private static boolean isFirst;

    private static String text() {
        return new String(new char[] {'i', 'q'});
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            String own = text();
            made = own.intern();
            isFirst = made == own;
        });
        other.start();
        String constant = "iq";
        String own = text();
        String interned = own.intern();
        other.join();
        System.out.print((made == constant) + " " + (interned == constant) + " " + isFirst);
    }
}
