//@ check: safe
//@ outputs: true

// Equal strings that two threads intern are one object.

public class InternIdentity {
    static String other;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            other = new StringBuilder("new").append("str").append(args.length).toString().intern();
        });
        t.start();
        /*~*/
        String mine = new StringBuilder("ne").append("wstr").append(args.length).toString().intern();
        t.join();
        System.out.print(mine == other);
    }
}
