//@ run-native
//@ needs: jython jython.jar
import java.util.Properties;

/** Python, compiled to classes by Jython. */
public class Jython {
    static final String SCRIPT = "def fib(n):\n  return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
        + "class Bag(object):\n  def __init__(self, *things): self.things = things\n  def __len__(self): return len(self.things)\n"
        + "print [fib(n) for n in range(12)], '%05.2f' % 3.14159, len(Bag(1, 2, 3)), sorted({'b': 1, 'a': 2}.items())\n"
        + "try:\n  raise KeyError('gone')\nexcept KeyError as e:\n  print 'caught', e\n";

    public static void main(String[] args) throws Exception {
        Class<?> interpreter = Class.forName("org.python.util.PythonInterpreter");
        Properties own = new Properties();
        own.setProperty("python.import.site", "false");
        own.setProperty("python.cachedir.skip", "true");
        interpreter.getMethod("initialize", Properties.class, Properties.class, String[].class)
            .invoke(null, System.getProperties(), own, new String[0]);
        Object made = interpreter.getConstructor().newInstance();
        interpreter.getMethod("exec", String.class).invoke(made, SCRIPT);
    }
}
