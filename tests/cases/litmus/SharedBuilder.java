//@ check: safe
//@ outputs: a | ab | b | ba

// A builder that two threads append to loses characters.

public class SharedBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        Thread t = new Thread(() -> {
            /*~*/
            text.append('a');
        });
        t.start();
        /*~*/
        text.append('b');
        t.join();
        System.out.print(text);
    }
}
