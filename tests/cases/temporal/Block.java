//@ holds: ltl G "main.a == main.b"
//@ holds: ltl F "main.a == 2"
//@ fails: ltl G "main.c == main.d"
// An atomic block is one step: nobody sees what is in the middle of it.

import jaywalk.Verify;

public class Block {
    static int a;
    static int b;
    static int c;
    static int d;

    static void step() {
        Verify.beginAtomic();
        a++;
        b++;
        Verify.endAtomic();
        c++;
        d++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Block::step);
        other.start();
        step();
        other.join();
    }
}
