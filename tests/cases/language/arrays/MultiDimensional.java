//@ run-native
// Exercises multi-dimensional and ragged arrays, partial dimensions, initializers, sharing of rows and lengths.
import java.util.Arrays;

public class MultiDimensional {
    static long[][] pascal(int rows) {
        long[][] t = new long[rows][];
        for (int r = 0; r < rows; r++) {
            t[r] = new long[r + 1];
            t[r][0] = t[r][r] = 1;
            for (int c = 1; c < r; c++) {
                t[r][c] = t[r - 1][c - 1] + t[r - 1][c];
            }
        }
        return t;
    }

    static int[][] transpose(int[][] m) {
        int[][] out = new int[m[0].length][m.length];
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[i].length; j++) {
                out[j][i] = m[i][j];
            }
        }
        return out;
    }

    static int[] spiral(int[][] m) {
        int[] out = new int[m.length * m[0].length];
        int n = 0, top = 0, left = 0, bottom = m.length - 1, right = m[0].length - 1;
        while (top <= bottom && left <= right) {
            for (int c = left; c <= right; c++) out[n++] = m[top][c];
            top++;
            for (int r = top; r <= bottom; r++) out[n++] = m[r][right];
            right--;
            for (int c = right; c >= left && top <= bottom; c--) out[n++] = m[bottom][c];
            bottom--;
            for (int r = bottom; r >= top && left <= right; r--) out[n++] = m[r][left];
            left++;
        }
        return out;
    }

    public static void main(String[] args) {
        for (long[] row : pascal(7)) {
            System.out.println(Arrays.toString(row));
        }
        int[][] grid = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
        System.out.println(Arrays.deepToString(transpose(grid)));
        System.out.println(Arrays.toString(spiral(grid)));
        int[][][] cube = new int[2][3][4];
        cube[1][2][3] = 9;
        cube[0][0][0]--;
        System.out.println(Arrays.deepToString(cube));
        byte[][][] partial = new byte[2][3][];
        System.out.println(partial[1].length + " " + partial[1][2] + " " + partial.getClass().getName());
        String[][] empty = new String[3][0];
        System.out.println(empty.length + " " + empty[2].length + " " + (empty[0] == empty[1]));
        int[][] none = new int[0][5];
        System.out.println(none.length);
        double[][] shared = new double[3][];
        Arrays.fill(shared, new double[] {1.5, 2.5});
        shared[0][1] += 1;
        System.out.println(shared[2][1] + " " + (shared[0] == shared[2]));
        char[][] board = {"abc".toCharArray(), {'x'}, {}};
        board[1][0]++;
        System.out.println(new String(board[0]) + board[1][0] + board[2].length);
        Object[] mixed = {new int[] {1}, "s", new Object[] {null, new boolean[2]}};
        System.out.println(Arrays.deepToString(mixed));
        int oldStyle[] = {3, 2, 1}, matrix[][] = {{1}, {2, 3}};
        System.out.println(oldStyle.length + matrix[1][1] + " " + new int[] {7, 8, 9}[1] + " " + new int[][] {{4}, {5}}[1][0]);
        int[] self = {1, 0, 2};
        self[self[0]] = self[self[2]]++;
        System.out.println(Arrays.toString(self));
        Object[] loop = new Object[1];
        loop[0] = loop;
        System.out.println(((Object[]) ((Object[]) loop[0])[0])[0] == loop);
        long[][][][] deep = new long[1][1][1][1];
        deep[0][0][0][0] = Long.MAX_VALUE;
        System.out.println(++deep[0][0][0][0] + " " + deep.getClass().getSimpleName());
    }
}
