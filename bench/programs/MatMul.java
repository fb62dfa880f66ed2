// Dense matrix product over double[][]: measures floating arithmetic and nested array access.
public class MatMul {
    private static final int DEFAULT_SIZE = 400;

    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_SIZE;
        double[][] left = fill(size, 7);
        double[][] right = fill(size, 13);
        double[][] product = multiply(left, right);
        double trace = 0;
        double total = 0;
        for (int i = 0; i < size; i++) {
            trace += product[i][i];
            for (int j = 0; j < size; j++) {
                total += product[i][j] * ((i + j) % 3 - 1);
            }
        }
        System.out.println("matmul " + size + " " + trace + " " + total);
    }

    /** Small integers keep every sum exact, so the checksum cannot depend on the order of additions. */
    private static double[][] fill(int size, int salt) {
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                matrix[i][j] = (i * salt + j * 31) % 17 - 8;
            }
        }
        return matrix;
    }

    private static double[][] multiply(double[][] left, double[][] right) {
        int size = left.length;
        double[][] product = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += left[i][k] * right[k][j];
                }
                product[i][j] = sum;
            }
        }
        return product;
    }
}
