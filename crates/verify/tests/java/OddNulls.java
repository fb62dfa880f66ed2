import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;

/** Nulls that javac does not produce: writes Odd.class, runs it, and prints the method's name and the message. */
class OddNulls {
    static final String LOOKUP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
    static final ClassWriter OUT = new ClassWriter(0);
    static MethodVisitor code;

    static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(Object.class, null).asType(type));
    }

    static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type) { return null; }

    static void begin(String name) {
        code = OUT.visitMethod(ACC_STATIC, name, "(Ljava/lang/Object;I)V", null, null);
        code.visitCode();
    }

    static void end() {
        code.visitInsn(RETURN);
        code.visitMaxs(2, 400);
        code.visitEnd();
    }

    static void hash(int op) {
        code.visitMethodInsn(op, "java/lang/Object", "hashCode", "()I", false);
        code.visitInsn(POP);
    }

    static void write() {
        OUT.visit(V11, ACC_SUPER, "Odd", null, "java/lang/Object", null);
        begin("callSite");
        code.visitInvokeDynamicInsn("x", "()Ljava/lang/Object;", new Handle(H_INVOKESTATIC, "OddNulls", "site",
            LOOKUP + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false));
        hash(INVOKEVIRTUAL);
        end();
        begin("dynamicConstant");
        code.visitLdcInsn(new ConstantDynamic("c", "Ljava/lang/Object;", new Handle(H_INVOKESTATIC, "OddNulls",
            "constant", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;", false)));
        hash(INVOKEVIRTUAL);
        end();
        begin("exit");
        code.visitVarInsn(ALOAD, 0);
        code.visitInsn(MONITOREXIT);
        end();
        begin("wide");
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ASTORE, 300);
        code.visitVarInsn(ALOAD, 300);
        code.visitInsn(MONITORENTER);
        end();
        begin("swap");
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ILOAD, 1);
        code.visitInsn(SWAP);
        code.visitInsn(MONITORENTER);
        code.visitInsn(POP);
        end();
        begin("special");
        code.visitInsn(ACONST_NULL);
        code.visitTypeInsn(CHECKCAST, "Odd");
        hash(INVOKESPECIAL);
        end();
        OUT.visitEnd();
    }

    public static void main(String[] args) throws IOException, IllegalAccessException {
        write();
        byte[] bytes = OUT.toByteArray();
        Files.write(Path.of(args[0], "Odd.class"), bytes);
        for (Method method : MethodHandles.lookup().defineClass(bytes).getDeclaredMethods()) {
            try {
                method.setAccessible(true);
                method.invoke(null, null, 5);
            } catch (InvocationTargetException e) {
                System.out.println(method.getName() + "\t" + e.getCause().getMessage());
            }
        }
    }
}
