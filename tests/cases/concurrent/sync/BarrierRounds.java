//@ run-native
// Exercises CyclicBarrier over many rounds: the action runs once per round, arrival indices are a permutation, and a game of life.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class BarrierRounds {
    private static boolean[][] grid = parse(".....", "..#..", "..#..", "..#..", ".....");
    private static int generation;

    private static boolean[][] parse(String... rows) {
        boolean[][] cells = new boolean[rows.length][rows[0].length()];
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows[y].length(); x++) {
                cells[y][x] = rows[y].charAt(x) == '#';
            }
        }
        return cells;
    }

    private static boolean next(boolean[][] cells, int y, int x) {
        int neighbours = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int ny = (y + dy + cells.length) % cells.length;
                int nx = (x + dx + cells[y].length) % cells[y].length;
                neighbours += (dy != 0 || dx != 0) && cells[ny][nx] ? 1 : 0;
            }
        }
        return neighbours == 3 || neighbours == 2 && cells[y][x];
    }

    private static String show(boolean[][] cells) {
        StringBuilder text = new StringBuilder();
        for (boolean[] row : cells) {
            for (boolean cell : row) {
                text.append(cell ? '#' : '.');
            }
            text.append(' ');
        }
        return text.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        int rows = grid.length;
        int rounds = 4;
        boolean[][] fresh = new boolean[rows][rows];
        AtomicIntegerArray indices = new AtomicIntegerArray(rows);
        CyclicBarrier barrier = new CyclicBarrier(rows, () -> {
            generation++;
            for (int y = 0; y < rows; y++) {
                grid[y] = fresh[y].clone();
            }
            System.out.println("generation " + generation + ": " + show(grid));
        });
        Thread[] threads = new Thread[rows];
        for (int y = 0; y < rows; y++) {
            int row = y;
            threads[y] = new Thread(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        for (int x = 0; x < rows; x++) {
                            fresh[row][x] = next(grid, row, x);
                        }
                        indices.incrementAndGet(barrier.await());
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            });
            threads[y].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("each arrival index once per round " + indices);
        System.out.println("parties " + barrier.getParties() + " waiting " + barrier.getNumberWaiting()
            + " broken " + barrier.isBroken());
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no barrier for nobody");
        }
    }
}
