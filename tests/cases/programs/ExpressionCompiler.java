//@ run-native
// A compiler for a small language: lexer, parser, folding of constants, code for a stack machine, peepholes, and the machine.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ExpressionCompiler {
    enum Kind { NUMBER, NAME, SYMBOL, END }

    record Token(Kind kind, String text, int at) { }

    static class CompileError extends RuntimeException {
        CompileError(String message, int at) {
            super(message + " at " + at);
        }
    }

    static List<Token> lex(String source) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < source.length()) {
            char c = source.charAt(at);
            int start = at;
            if (Character.isWhitespace(c)) {
                at++;
                continue;
            }
            if (Character.isDigit(c)) {
                while (at < source.length() && Character.isDigit(source.charAt(at))) {
                    at++;
                }
                tokens.add(new Token(Kind.NUMBER, source.substring(start, at), start));
            } else if (Character.isLetter(c)) {
                while (at < source.length() && Character.isLetterOrDigit(source.charAt(at))) {
                    at++;
                }
                tokens.add(new Token(Kind.NAME, source.substring(start, at), start));
            } else {
                boolean two = at + 1 < source.length()
                    && List.of("<=", ">=", "==", "!=", "&&", "||").contains(source.substring(at, at + 2));
                if (!two && "+-*/%<>!=(){};".indexOf(c) < 0) {
                    throw new CompileError("unknown character " + c, at);
                }
                at += two ? 2 : 1;
                tokens.add(new Token(Kind.SYMBOL, source.substring(start, at), start));
            }
        }
        tokens.add(new Token(Kind.END, "end", at));
        return tokens;
    }

    sealed interface Expr permits Num, Var, Unary, Binary { }

    record Num(long value) implements Expr { }

    record Var(String name) implements Expr { }

    record Unary(String operator, Expr operand) implements Expr { }

    record Binary(String operator, Expr left, Expr right) implements Expr { }

    sealed interface Stmt permits Assign, Print, While, If, Block { }

    record Assign(String name, Expr value) implements Stmt { }

    record Print(Expr value) implements Stmt { }

    record While(Expr condition, Stmt body) implements Stmt { }

    record If(Expr condition, Stmt then, Stmt otherwise) implements Stmt { }

    record Block(List<Stmt> statements) implements Stmt { }

    /** Statements by recursive descent, expressions by climbing the table of precedences. */
    static class Parser {
        private static final List<List<String>> LEVELS = List.of(List.of("||"), List.of("&&"), List.of("==", "!="),
            List.of("<", "<=", ">", ">="), List.of("+", "-"), List.of("*", "/", "%"));
        private final List<Token> tokens;
        private int at;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        Block program() {
            List<Stmt> statements = new ArrayList<>();
            while (peek().kind() != Kind.END) {
                statements.add(statement());
            }
            return new Block(statements);
        }

        private Stmt statement() {
            Token token = peek();
            if (taken("{")) {
                List<Stmt> statements = new ArrayList<>();
                while (!taken("}")) {
                    if (peek().kind() == Kind.END) {
                        throw new CompileError("} is missing", peek().at());
                    }
                    statements.add(statement());
                }
                return new Block(statements);
            }
            if (token.kind() != Kind.NAME) {
                throw new CompileError("a statement starts with " + token.text(), token.at());
            }
            at++;
            switch (token.text()) {
                case "while" -> {
                    return new While(parenthesised(), statement());
                }
                case "if" -> {
                    Expr condition = parenthesised();
                    Stmt then = statement();
                    boolean otherwise = peek().kind() == Kind.NAME && taken("else");
                    return new If(condition, then, otherwise ? statement() : new Block(List.of()));
                }
                case "print" -> {
                    Expr value = expression(0);
                    expect(";");
                    return new Print(value);
                }
                default -> {
                    expect("=");
                    Expr value = expression(0);
                    expect(";");
                    return new Assign(token.text(), value);
                }
            }
        }

        private Expr parenthesised() {
            expect("(");
            Expr inner = expression(0);
            expect(")");
            return inner;
        }

        private Expr expression(int level) {
            if (level == LEVELS.size()) {
                return prefix();
            }
            Expr left = expression(level + 1);
            while (peek().kind() == Kind.SYMBOL && LEVELS.get(level).contains(peek().text())) {
                String operator = tokens.get(at++).text();
                left = new Binary(operator, left, expression(level + 1));
            }
            return left;
        }

        private Expr prefix() {
            Token token = peek();
            if (taken("-") || taken("!")) {
                return new Unary(token.text(), prefix());
            }
            if (token.text().equals("(")) {
                return parenthesised();
            }
            at++;
            return switch (token.kind()) {
                case NUMBER -> new Num(Long.parseLong(token.text()));
                case NAME -> new Var(token.text());
                default -> throw new CompileError("an operand is missing before " + token.text(), token.at());
            };
        }

        private Token peek() {
            return tokens.get(at);
        }

        private boolean taken(String text) {
            if (peek().kind() != Kind.END && peek().text().equals(text)) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(String text) {
            if (!taken(text)) {
                throw new CompileError(text + " is missing before " + peek().text(), peek().at());
            }
        }
    }

    /** Folds constants and applies laws that hold for every value; division by zero is left for the machine. */
    static Expr fold(Expr expr) {
        if (expr instanceof Unary unary) {
            Expr operand = fold(unary.operand());
            if (operand instanceof Num num) {
                return new Num(unary.operator().equals("-") ? -num.value() : num.value() == 0 ? 1 : 0);
            }
            if (operand instanceof Unary inner && unary.operator().equals("-") && inner.operator().equals("-")) {
                return inner.operand();
            }
            return new Unary(unary.operator(), operand);
        }
        if (expr instanceof Binary binary) {
            Expr left = fold(binary.left());
            Expr right = fold(binary.right());
            String operator = binary.operator();
            if (left instanceof Num a && right instanceof Num b && !("/%".contains(operator) && b.value() == 0)) {
                return new Num(apply(operator, a.value(), b.value()));
            }
            boolean rightZero = right.equals(new Num(0));
            boolean rightOne = right.equals(new Num(1));
            if (rightZero && (operator.equals("+") || operator.equals("-")) || rightOne && "*/".contains(operator)) {
                return left;
            }
            if (left.equals(new Num(0)) && operator.equals("+") || left.equals(new Num(1)) && operator.equals("*")) {
                return right;
            }
            return new Binary(operator, left, right);
        }
        return expr;
    }

    static long apply(String operator, long a, long b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            case "%" -> a % b;
            case "<" -> a < b ? 1 : 0;
            case "<=" -> a <= b ? 1 : 0;
            case ">" -> a > b ? 1 : 0;
            case ">=" -> a >= b ? 1 : 0;
            case "==" -> a == b ? 1 : 0;
            case "!=" -> a != b ? 1 : 0;
            case "&&" -> a != 0 && b != 0 ? 1 : 0;
            case "||" -> a != 0 || b != 0 ? 1 : 0;
            default -> throw new IllegalArgumentException(operator);
        };
    }

    enum Op { PUSH, LOAD, STORE, BINARY, NEGATE, NOT, JUMP, JUMP_IF_ZERO, PRINT, DUP, HALT }

    record Instruction(Op op, String text, long number) {
        @Override
        public String toString() {
            return switch (op) {
                case PUSH, JUMP, JUMP_IF_ZERO -> op + " " + number;
                case LOAD, STORE, BINARY -> op + " " + text;
                default -> op.toString();
            };
        }
    }

    static class Generator {
        private final List<Instruction> code = new ArrayList<>();
        private final boolean folding;

        Generator(boolean folding) {
            this.folding = folding;
        }

        static List<Instruction> compile(Block program, boolean optimise) {
            Generator generator = new Generator(optimise);
            generator.statement(program);
            generator.emit(Op.HALT, null, 0);
            return optimise ? Peephole.run(generator.code) : generator.code;
        }

        private int emit(Op op, String text, long number) {
            code.add(new Instruction(op, text, number));
            return code.size() - 1;
        }

        private void patch(int index) {
            code.set(index, new Instruction(code.get(index).op(), null, code.size()));
        }

        private void statement(Stmt stmt) {
            if (stmt instanceof Block block) {
                block.statements().forEach(this::statement);
            } else if (stmt instanceof Assign assign) {
                expression(assign.value());
                emit(Op.STORE, assign.name(), 0);
            } else if (stmt instanceof Print print) {
                expression(print.value());
                emit(Op.PRINT, null, 0);
            } else if (stmt instanceof While loop) {
                int start = code.size();
                expression(loop.condition());
                int exit = emit(Op.JUMP_IF_ZERO, null, 0);
                statement(loop.body());
                emit(Op.JUMP, null, start);
                patch(exit);
            } else if (stmt instanceof If choice) {
                expression(choice.condition());
                int toElse = emit(Op.JUMP_IF_ZERO, null, 0);
                statement(choice.then());
                int toEnd = emit(Op.JUMP, null, 0);
                patch(toElse);
                statement(choice.otherwise());
                patch(toEnd);
            }
        }

        private void expression(Expr source) {
            Expr expr = folding ? fold(source) : source;
            if (expr instanceof Num num) {
                emit(Op.PUSH, null, num.value());
            } else if (expr instanceof Var variable) {
                emit(Op.LOAD, variable.name(), 0);
            } else if (expr instanceof Unary unary) {
                expression(unary.operand());
                emit(unary.operator().equals("-") ? Op.NEGATE : Op.NOT, null, 0);
            } else if (expr instanceof Binary binary) {
                if (binary.operator().equals("&&") || binary.operator().equals("||")) {
                    shortCircuit(binary);
                    return;
                }
                expression(binary.left());
                expression(binary.right());
                emit(Op.BINARY, binary.operator(), 0);
            }
        }

        private void shortCircuit(Binary binary) {
            boolean and = binary.operator().equals("&&");
            expression(binary.left());
            emit(Op.NOT, null, 0);
            if (and) {
                emit(Op.NOT, null, 0);
            }
            int toShort = emit(Op.JUMP_IF_ZERO, null, 0);
            expression(binary.right());
            emit(Op.NOT, null, 0);
            emit(Op.NOT, null, 0);
            int toEnd = emit(Op.JUMP, null, 0);
            patch(toShort);
            emit(Op.PUSH, null, and ? 0 : 1);
            patch(toEnd);
        }
    }

    /** Shortens code by local rewriting; jump targets keep their meaning by a map from old to new places. */
    static class Peephole {
        static List<Instruction> run(List<Instruction> code) {
            List<Instruction> current = code;
            while (true) {
                List<Instruction> shorter = pass(current);
                if (shorter.size() == current.size()) {
                    return shorter;
                }
                current = shorter;
            }
        }

        private static List<Instruction> pass(List<Instruction> code) {
            boolean[] target = new boolean[code.size() + 1];
            for (Instruction instruction : code) {
                if (isJump(instruction)) {
                    target[(int) instruction.number()] = true;
                }
            }
            int[] place = new int[code.size() + 1];
            List<Instruction> result = new ArrayList<>();
            int at = 0;
            while (at < code.size()) {
                place[at] = result.size();
                Instruction first = code.get(at);
                Instruction second = at + 1 < code.size() && !target[at + 1] ? code.get(at + 1) : null;
                if (second != null && first.op() == Op.STORE && second.op() == Op.LOAD && first.text().equals(second.text())) {
                    result.add(new Instruction(Op.DUP, null, 0));
                    result.add(first);
                    place[at + 1] = result.size();
                    at += 2;
                } else if (first.op() == Op.JUMP && first.number() == at + 1
                    || second != null && first.op() == Op.NOT && second.op() == Op.NOT && at + 2 < code.size()
                    && !target[at + 2] && code.get(at + 2).op() == Op.JUMP_IF_ZERO) {
                    int skipped = first.op() == Op.JUMP ? 1 : 2;
                    place[at + skipped - 1] = result.size();
                    at += skipped;
                } else {
                    result.add(first);
                    at++;
                }
            }
            place[code.size()] = result.size();
            result.replaceAll(i -> isJump(i) ? new Instruction(i.op(), null, place[(int) i.number()]) : i);
            return result;
        }

        private static boolean isJump(Instruction instruction) {
            return instruction.op() == Op.JUMP || instruction.op() == Op.JUMP_IF_ZERO;
        }
    }

    static class Machine {
        private static final int STEP_LIMIT = 100_000;
        private final long[] stack = new long[64];
        private final Map<String, Long> variables = new HashMap<>();
        private final StringBuilder output = new StringBuilder();
        private int steps;

        String run(List<Instruction> code) {
            int top = 0;
            int at = 0;
            while (true) {
                if (++steps > STEP_LIMIT) {
                    return output + "stopped after " + STEP_LIMIT + " steps";
                }
                Instruction instruction = code.get(at++);
                switch (instruction.op()) {
                    case PUSH -> stack[top++] = instruction.number();
                    case LOAD -> {
                        Long value = variables.get(instruction.text());
                        if (value == null) {
                            return output + "no value for " + instruction.text();
                        }
                        stack[top++] = value;
                    }
                    case STORE -> variables.put(instruction.text(), stack[--top]);
                    case DUP -> {
                        stack[top] = stack[top - 1];
                        top++;
                    }
                    case BINARY -> {
                        top--;
                        if ("/%".contains(instruction.text()) && stack[top] == 0) {
                            return output + "division by zero";
                        }
                        stack[top - 1] = apply(instruction.text(), stack[top - 1], stack[top]);
                    }
                    case NEGATE -> stack[top - 1] = -stack[top - 1];
                    case NOT -> stack[top - 1] = stack[top - 1] == 0 ? 1 : 0;
                    case JUMP -> at = (int) instruction.number();
                    case JUMP_IF_ZERO -> at = stack[--top] == 0 ? (int) instruction.number() : at;
                    case PRINT -> output.append(stack[--top]).append(' ');
                    case HALT -> {
                        return output.toString().trim();
                    }
                }
            }
        }
    }

    private static final List<String> PROGRAMS = List.of(
        "print 1 + 2 * 3 - 4; print (1 + 2) * (3 - 4); print -2 * -(3 % 2) / 1;",
        "x = 10; print x + 0; print 1 * x + 2 * 3; y = x; print y; print - -y;",
        "n = 27; c = 0; while (n != 1) { if (n % 2 == 0) n = n / 2; else n = 3 * n + 1; c = c + 1; } print c;",
        "a = 0; b = 1; i = 0; while (i < 15) { print a; t = a + b; a = b; b = t; i = i + 1; }",
        "p = 2; while (p < 40) { d = 2; prime = 1; while (d * d <= p && prime) { if (p % d == 0) prime = 0; d = d + 1; }"
            + " if (prime) print p; p = p + 1; }",
        "z = 0; print z && 1 / z; print z || 5; print 3 && 4; print !z && !0 || z; print 1 < 2 == 2 > 1;",
        "print 7; print missing + 1;", "x = 5; print x / (x - 5);", "while (1) { }",
        "print 1 +;", "x = (2 * 3;", "print 2 $ 3;", "{ print 1;", "5 = x;", "if (1) print 2; else print 3;");

    public static void main(String[] args) {
        for (String source : PROGRAMS) {
            try {
                Block program = new Parser(lex(source)).program();
                List<Instruction> plain = Generator.compile(program, false);
                List<Instruction> better = Generator.compile(program, true);
                Machine slow = new Machine();
                Machine quick = new Machine();
                String result = slow.run(plain);
                String same = quick.run(better);
                System.out.println(result + (same.equals(result) ? "" : " but optimised " + same));
                System.out.println("  code " + plain.size() + " -> " + better.size() + ", steps " + slow.steps + " -> "
                    + quick.steps);
            } catch (CompileError e) {
                System.out.println("error: " + e.getMessage());
            }
        }
        Block shown = new Parser(lex("x = 2 * 3 + 1; while (x > 0 && x != 4) { x = x - 1; print x; }")).program();
        List<Instruction> code = Generator.compile(shown, true);
        for (int i = 0; i < code.size(); i++) {
            System.out.println(String.format("%3d  %s", i, code.get(i)));
        }
        System.out.println(new Machine().run(code));
    }
}
