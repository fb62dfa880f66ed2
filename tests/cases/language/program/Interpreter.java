//@ run-native
// Exercises a recursive-descent calculator and a tiny stack machine, a mix of switches, recursion, arrays and exceptions.
import java.util.ArrayList;
import java.util.List;

public class Interpreter {
    enum Op { PUSH, ADD, SUB, MUL, DIV, NEG, JUMP_IF_ZERO, JUMP, DUP, PRINT, HALT }

    record Code(Op op, long arg) {
        Code(Op op) { this(op, 0); }
    }

    static class SyntaxError extends RuntimeException {
        SyntaxError(String m, int at) { super(m + " at " + at); }
    }

    static class Parser {
        private final String src;
        private int at;
        private final List<Code> out = new ArrayList<>();

        Parser(String src) { this.src = src.replace(" ", ""); }

        List<Code> parse() {
            sum();
            if (at < src.length()) throw new SyntaxError("unexpected '" + src.charAt(at) + "'", at);
            out.add(new Code(Op.PRINT));
            out.add(new Code(Op.HALT));
            return out;
        }

        private char peek() { return at < src.length() ? src.charAt(at) : '$'; }

        private void sum() {
            product();
            for (char c = peek(); c == '+' || c == '-'; c = peek()) {
                at++;
                product();
                out.add(new Code(c == '+' ? Op.ADD : Op.SUB));
            }
        }

        private void product() {
            atom();
            for (char c = peek(); c == '*' || c == '/'; c = peek()) {
                at++;
                atom();
                out.add(new Code(c == '*' ? Op.MUL : Op.DIV));
            }
        }

        private void atom() {
            char c = peek();
            if (c == '-') {
                at++;
                atom();
                out.add(new Code(Op.NEG));
            } else if (c == '(') {
                at++;
                sum();
                if (peek() != ')') throw new SyntaxError("expected ')'", at);
                at++;
            } else if (Character.isDigit(c)) {
                long v = 0;
                while (Character.isDigit(peek())) v = v * 10 + (src.charAt(at++) - '0');
                out.add(new Code(Op.PUSH, v));
            } else {
                throw new SyntaxError("expected a number", at);
            }
        }
    }

    static int run(List<Code> code) {
        long[] stack = new long[16];
        int sp = 0, pc = 0, steps = 0;
        while (true) {
            Code c = code.get(pc++);
            steps++;
            switch (c.op()) {
                case PUSH -> stack[sp++] = c.arg();
                case DUP -> stack[sp] = stack[sp++ - 1];
                case NEG -> stack[sp - 1] = -stack[sp - 1];
                case ADD, SUB, MUL, DIV -> {
                    long b = stack[--sp], a = stack[sp - 1];
                    stack[sp - 1] = switch (c.op()) { case ADD -> a + b; case SUB -> a - b; case MUL -> a * b; default -> a / b; };
                }
                case JUMP -> pc = (int) c.arg();
                case JUMP_IF_ZERO -> pc = stack[--sp] == 0 ? (int) c.arg() : pc;
                case PRINT -> System.out.print(stack[sp - 1] + " ");
                case HALT -> { return steps; }
            }
        }
    }

    public static void main(String[] args) {
        String[] sources = {"1 + 2 * 3", "(1+2)*3", "-(4 - 10) * 2 / 5", "9999999999*9999999999", "2*(3+4", "7/(3-3)", "1+*2", "8 8", "", "--5",
            "1-(2-(3-(4-(5-(6-(7-(8-(9-(10-(11-(12-(13-(14-(15-(16-17)))))))))))))))"};
        for (String s : sources) {
            try {
                System.out.println(run(new Parser(s).parse()) + " steps");
            } catch (SyntaxError | ArithmeticException | ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        List<Code> countdown = List.of(new Code(Op.PUSH, 5), new Code(Op.PRINT), new Code(Op.PUSH, 1), new Code(Op.SUB), new Code(Op.DUP),
                new Code(Op.JUMP_IF_ZERO, 7), new Code(Op.JUMP, 1), new Code(Op.HALT));
        System.out.println(run(countdown) + " steps");
    }
}
