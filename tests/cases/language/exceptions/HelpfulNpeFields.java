//@ run-native
// Exercises helpful NullPointerException messages for field reads, writes, calls and the description of the null source.
public class HelpfulNpeFields {
    static class Node {
        Node next;
        int value;
        long wide;
        String label;
        static Node root;

        Node follow() { return next; }

        static Node find(int n, String s) { return null; }
    }

    interface Shape { int area(double scale, int[] marks, String name); }

    interface Step { void run(); }

    static Node global;
    Node mine;

    static void step(String what, Step s) {
        try {
            s.run();
            System.out.println(what + ": nothing thrown");
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    static void viaParameters(Node first, Node second, double gap, Node third) {
        step("lambda parameter", () -> System.out.println(first.value));
        try {
            second.value = 3;
        } catch (NullPointerException e) {
            System.out.println("parameter: " + e.getMessage());
        }
        try {
            third.wide++;
        } catch (NullPointerException e) {
            System.out.println("after wide slot: " + e.getMessage());
        }
    }

    void viaThis(Node given) {
        try {
            mine.label = "x";
        } catch (NullPointerException e) {
            System.out.println("this field: " + e.getMessage());
        }
        try {
            given.next.next.follow();
        } catch (NullPointerException e) {
            System.out.println("chain: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        step("static field read", () -> System.out.println(global.value));
        step("static field write", () -> global.value = 1);
        step("long write", () -> global.wide = 1L);
        step("foreign static", () -> Node.root.label = null);
        step("call on static", () -> global.follow());
        step("call on call", () -> new Node().follow().follow());
        step("call on static call", () -> Node.find(1, "x").follow());
        step("nested fields", () -> System.out.println(new Node().next.next.value));
        step("string method", () -> new Node().label.length());
        step("string arguments", () -> new Node().label.substring(1, 2));
        step("interface call", () -> ((Shape) null).area(1, null, ""));
        step("object method", () -> ((Object) null).hashCode());
        step("compound", () -> global.value += 2);
        step("array class", () -> ((int[]) null).clone());
        Node local = args.length == 0 ? null : new Node();
        try {
            local.follow();
        } catch (NullPointerException e) {
            System.out.println("local: " + e.getMessage());
        }
        viaParameters(null, null, 1.0, null);
        new HelpfulNpeFields().viaThis(new Node());
        String text = null;
        try {
            System.out.println(text.isEmpty());
        } catch (NullPointerException e) {
            System.out.println("string local: " + e.getMessage());
        }
        System.out.println(new NullPointerException().getMessage() + " " + new NullPointerException("own").getMessage());
    }
}
