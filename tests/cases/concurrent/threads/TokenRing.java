//@ run-native
// Exercises a ring of threads that pass a token through one-place mailboxes until it has been round often enough.
public class TokenRing {
    static class Mailbox {
        private Integer token;

        synchronized void send(int value) throws InterruptedException {
            while (token != null) {
                wait();
            }
            token = value;
            notifyAll();
        }

        synchronized int receive() throws InterruptedException {
            while (token == null) {
                wait();
            }
            int value = token;
            token = null;
            notifyAll();
            return value;
        }
    }

    static class Node extends Thread {
        private final Mailbox in;
        private final Mailbox out;
        private int passes;
        private long checksum;

        Node(int id, Mailbox in, Mailbox out) {
            super("node " + id);
            this.in = in;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                int token;
                do {
                    token = in.receive();
                    passes++;
                    checksum = checksum * 31 + token;
                    out.send(token - 1);
                } while (token > 0);
            } catch (InterruptedException e) {
                System.out.println(getName() + " interrupted");
            }
        }
    }

    private static void ring(int size, int hops) throws InterruptedException {
        Mailbox[] boxes = new Mailbox[size];
        for (int i = 0; i < size; i++) {
            boxes[i] = new Mailbox();
        }
        Node[] nodes = new Node[size];
        for (int i = 0; i < size; i++) {
            nodes[i] = new Node(i, boxes[i], boxes[(i + 1) % size]);
            nodes[i].start();
        }
        boxes[0].send(hops);
        // The first node to see a token of zero or less stops; so do the others in turn, and the last token stays.
        StringBuilder line = new StringBuilder();
        int total = 0;
        for (Node node : nodes) {
            node.join();
            total += node.passes;
            line.append(node.passes).append('/').append(node.checksum).append(' ');
        }
        System.out.println(size + " nodes: " + line + "total " + total);
        for (int i = 0; i < size; i++) {
            if (boxes[i].token != null) {
                System.out.println("left in box " + i + ": " + boxes[i].token);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ring(2, 10);
        ring(3, 30);
        ring(7, 100);
    }
}
