//@ run-native
// Exercises a mix of library pieces in whole programs: a calculator, a maze search, and a bank ledger.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class SmallPrograms {
    private static final Pattern TOKEN = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?|[-+*/()^])");
    private static final Map<String, Integer> PRECEDENCE = Map.of("+", 1, "-", 1, "*", 2, "/", 2, "^", 3);

    public static void main(String[] args) {
        for (String expression : List.of("1 + 2 * 3", "(1+2)*3", "2^3^2", "10/4-1", "((7))", "2*(3+(4-1))^2/9")) {
            System.out.println(expression + " = " + evaluate(expression));
        }
        System.out.println(shortestPath("S..#....", ".#.#.##.", ".#...#..", "...#.#.E"));
        ledger();
    }

    private static double evaluate(String expression) {
        Deque<Double> values = new ArrayDeque<>();
        Deque<String> operators = new ArrayDeque<>();
        Matcher matcher = TOKEN.matcher(expression);
        while (matcher.lookingAt()) {
            String token = matcher.group(1);
            if (Character.isDigit(token.charAt(0))) {
                values.push(Double.parseDouble(token));
            } else if (token.equals("(")) {
                operators.push(token);
            } else if (token.equals(")")) {
                while (!operators.peek().equals("(")) {
                    apply(operators.pop(), values);
                }
                operators.pop();
            } else {
                while (!operators.isEmpty() && PRECEDENCE.getOrDefault(operators.peek(), 0) >= PRECEDENCE.get(token)
                    + (token.equals("^") ? 1 : 0)) {
                    apply(operators.pop(), values);
                }
                operators.push(token);
            }
            matcher.region(matcher.end(), expression.length());
        }
        while (!operators.isEmpty()) {
            apply(operators.pop(), values);
        }
        return values.pop();
    }

    private static void apply(String operator, Deque<Double> values) {
        double right = values.pop();
        double left = values.pop();
        values.push(switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            default -> Math.pow(left, right);
        });
    }

    private static String shortestPath(String... maze) {
        record Cell(int row, int column) { }
        Map<Cell, Cell> cameFrom = new HashMap<>();
        Deque<Cell> queue = new ArrayDeque<>(List.of(new Cell(0, 0)));
        cameFrom.put(queue.peek(), null);
        while (!queue.isEmpty()) {
            Cell here = queue.poll();
            if (maze[here.row].charAt(here.column) == 'E') {
                List<Cell> path = new ArrayList<>();
                for (Cell c = here; c != null; c = cameFrom.get(c)) {
                    path.add(0, c);
                }
                return path.size() + " steps, middle " + path.get(path.size() / 2) + ", seen " + cameFrom.size();
            }
            for (int[] d : new int[][] {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
                Cell next = new Cell(here.row + d[0], here.column + d[1]);
                if (next.row >= 0 && next.row < maze.length && next.column >= 0 && next.column < maze[0].length()
                    && maze[next.row].charAt(next.column) != '#' && !cameFrom.containsKey(next)) {
                    cameFrom.put(next, here);
                    queue.add(next);
                }
            }
        }
        return "no path";
    }

    private static void ledger() {
        Map<String, Long> accounts = new TreeMap<>();
        String script = "open ann 100;open bob 50;move ann bob 30;move bob eve 5;move ann bob 500;close bob";
        for (String line : script.split(";")) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "open" -> accounts.put(words[1], Long.parseLong(words[2]));
                case "close" -> accounts.remove(words[1]);
                default -> {
                    long amount = Long.parseLong(words[3]);
                    boolean allowed = accounts.containsKey(words[2]) && accounts.get(words[1]) >= amount;
                    if (allowed) {
                        accounts.merge(words[1], -amount, Long::sum);
                        accounts.merge(words[2], amount, Long::sum);
                    }
                }
            }
            System.out.println(line + " -> " + accounts);
        }
    }
}
