//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: (int,int)void | (long,int)void | (long,double)void | (int,double)void

// Whoever makes a type of method from an array of the program's reads it class by class.

import java.lang.invoke.MethodType;

public class TypesOfAnArray {
    static final Class<?>[] PARAMETERS = {int.class, int.class};

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            PARAMETERS[0] = long.class;
            PARAMETERS[1] = double.class;
        });
        writer.start();
        MethodType type = MethodType.methodType(void.class, PARAMETERS);
        writer.join();
        System.out.print(type);
    }
}
