//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: true false | false true

// Two threads intern equal strings: one of them is first.

public class InternRace {
    static boolean isFirst;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            String mine = new StringBuilder("race").append(args.length).toString();
            /*~*/
            isFirst = mine.intern() == mine;
        });
        t.start();
        String mine = new StringBuilder("race").append(args.length).toString();
        /*~*/
        boolean isFirstToo = mine.intern() == mine;
        t.join();
        System.out.print(isFirst + " " + isFirstToo);
    }
}
