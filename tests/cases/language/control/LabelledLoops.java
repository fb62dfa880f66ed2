//@ run-native
// Exercises labelled break and continue, do/while, comma for-headers, labelled blocks and loops that never run.
public class LabelledLoops {
    static int firstPairProduct(int limit, int target) {
        int looked = 0;
        search:
        for (int i = 1; i <= limit; i++) {
            for (int j = i; j <= limit; j++) {
                looked++;
                if (i * j > target) {
                    continue search;
                }
                if (i * j == target) {
                    System.out.println(i + "*" + j);
                    break search;
                }
            }
        }
        return looked;
    }

    static String grade(int score) {
        String result = "none";
        check: {
            if (score < 0) {
                break check;
            }
            result = "low";
            if (score < 50) {
                break check;
            }
            result = "high";
        }
        return result;
    }

    public static void main(String[] args) {
        System.out.println(firstPairProduct(20, 91));
        System.out.println(firstPairProduct(9, 97));
        System.out.println(grade(-1) + grade(10) + grade(90));

        int n = 0;
        do {
            n++;
            if (n == 3) {
                continue;
            }
            System.out.print(n + " ");
        } while (n < 5);
        System.out.println();
        do System.out.println("once"); while (n < 0);
        while (n < 0) {
            System.out.println("never");
        }
        for (int i = 0, j = 10; i < j; i += 3, j--) {
            System.out.print(i + ":" + j + " ");
        }
        System.out.println();
        int k = 0;
        for (; ; ) {
            if (k++ > 3) break;
        }
        System.out.println(k);
        outer:
        do {
            inner:
            while (true) {
                switch (k++) {
                    case 5: continue inner;
                    case 6: continue outer;
                    case 7: break;
                    case 8: break inner;
                    default: break outer;
                }
                System.out.println("after switch " + k);
            }
            System.out.println("after inner " + k);
        } while (k < 20);
        System.out.println("end " + k);
        StringBuilder triangle = new StringBuilder();
        rows:
        for (int row = 0; ; row++) {
            for (int col = 0; ; col++) {
                if (col > row) {
                    triangle.append('/');
                    continue rows;
                }
                if (row == 4) {
                    break rows;
                }
                triangle.append((char) ('a' + col));
            }
        }
        System.out.println(triangle);
        if (k > 0) if (k > 1000) System.out.println("big"); else System.out.println("dangling else");
    }
}
