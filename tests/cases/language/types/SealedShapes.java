//@ run-native
// Exercises sealed interfaces and classes with records, enums and non-sealed leaves, walked by instanceof patterns.
public class SealedShapes {
    sealed interface Expr permits Num, Add, Mul, Neg, Var, Zero { }

    record Num(int v) implements Expr { }

    record Add(Expr l, Expr r) implements Expr { }

    record Mul(Expr l, Expr r) implements Expr { }

    record Neg(Expr e) implements Expr { }

    static non-sealed class Var implements Expr {
        final String name;

        Var(String name) { this.name = name; }
    }

    static class Primed extends Var {
        Primed(String name) { super(name + "'"); }
    }

    enum Zero implements Expr { ZERO }

    static int eval(Expr e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
        if (e instanceof Neg n) return -eval(n.e());
        if (e instanceof Var v) return v.name.length();
        if (e instanceof Zero) return 0;
        throw new AssertionError(e);
    }

    static Expr simplify(Expr e) {
        if (e instanceof Mul m) {
            Expr l = simplify(m.l());
            Expr r = simplify(m.r());
            if (l instanceof Zero || r instanceof Zero) return Zero.ZERO;
            if (l instanceof Num n && n.v() == 1) return r;
            if (r instanceof Num n && n.v() == 1) return l;
            return new Mul(l, r);
        }
        if (e instanceof Add a) {
            Expr l = simplify(a.l());
            Expr r = simplify(a.r());
            if (l instanceof Num x && r instanceof Num y) return new Num(x.v() + y.v());
            return l instanceof Zero ? r : r instanceof Zero ? l : new Add(l, r);
        }
        if (e instanceof Neg n && n.e() instanceof Neg inner) return simplify(inner.e());
        if (!(e instanceof Num n)) return e;
        return n.v() == 0 ? Zero.ZERO : n;
    }

    static String show(Expr e) {
        if (e instanceof Num n) return "" + n.v();
        if (e instanceof Add a) return "(" + show(a.l()) + " + " + show(a.r()) + ")";
        if (e instanceof Mul m) return show(m.l()) + "*" + show(m.r());
        if (e instanceof Neg n) return "-" + show(n.e());
        if (e instanceof Var v) return v.name;
        return e.toString();
    }

    public static void main(String[] args) {
        Expr[] samples = {
            new Num(4),
            new Add(new Num(2), new Mul(new Num(3), new Var("xy"))),
            new Mul(new Num(0), new Var("gone")),
            new Neg(new Neg(new Neg(new Primed("p")))),
            new Add(new Mul(new Num(1), new Num(5)), new Num(6)),
            new Add(Zero.ZERO, new Neg(new Neg(new Num(0)))),
        };
        for (Expr e : samples) {
            System.out.println(show(e) + " = " + eval(e) + " ; " + show(simplify(e)) + " = " + eval(simplify(e)));
        }
        System.out.println(samples[4] + " " + samples[4].equals(new Add(new Mul(new Num(1), new Num(5)), new Num(6))));
        System.out.println(Expr.class.isSealed() + " " + Expr.class.getPermittedSubclasses().length + " "
                + Var.class.isSealed() + " " + Num.class.isSealed());
    }
}
