//@ run-native
//@ needs: libclojure-java clojure.jar spec.alpha.jar core.specs.alpha.jar

/** Clojure's reader, compiler and library: its start reads source and classes out of its own jar. */
public class Clojure {
    static final String SCRIPT = "(let [fib (fn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))]"
        + " (println (mapv fib (range 12)) (reduce + (filter even? (range 100))) (/ 6 4) {:a #{1}}"
        + " (deref (future (apply str (reverse \"jar\")))) (re-seq #\"[0-9]+\" \"a1b22\")))"
        + "(shutdown-agents)";

    public static void main(String[] args) throws Exception {
        Class<?> main = Class.forName("clojure.main");
        main.getMethod("main", String[].class).invoke(null, (Object) new String[] {"-e", SCRIPT});
    }
}
