import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;

/** Writes Sub.class, of version 49, whose methods use jsr and ret as compilers before Java 6 did for finally. */
class Subroutines {
    static final ClassWriter OUT = new ClassWriter(0);

    static MethodVisitor method(String name, String desc) {
        MethodVisitor code = OUT.visitMethod(ACC_STATIC, name, desc, null, null);
        code.visitCode();
        return code;
    }

    static void end(MethodVisitor code, int stack, int locals) {
        code.visitMaxs(stack, locals);
        code.visitEnd();
    }

    /** Two callers, of which only one has given local 1 a type that matters afterwards. */
    static void shared() {
        MethodVisitor code = method("shared", "(I)I");
        Label finish = new Label();
        Label other = new Label();
        code.visitVarInsn(ILOAD, 0);
        code.visitJumpInsn(IFEQ, other);
        code.visitIntInsn(BIPUSH, 7);
        code.visitVarInsn(ISTORE, 1);
        code.visitJumpInsn(JSR, finish);
        code.visitVarInsn(ILOAD, 1);
        code.visitInsn(IRETURN);
        code.visitLabel(other);
        code.visitLdcInsn("text");
        code.visitVarInsn(ASTORE, 1);
        code.visitJumpInsn(JSR, finish);
        code.visitVarInsn(ALOAD, 1);
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
        code.visitInsn(IRETURN);
        code.visitLabel(finish);
        code.visitVarInsn(ASTORE, 2);
        code.visitIincInsn(0, 1);
        code.visitVarInsn(RET, 2);
        end(code, 1, 3);
    }

    /** try { return parse(s) } finally { synchronized-like inner subroutine } with handlers on both levels. */
    static void nested() {
        MethodVisitor code = method("nested", "(Ljava/lang/String;)I");
        Label start = new Label(), stop = new Label(), handler = new Label(), outer = new Label(), inner = new Label();
        code.visitTryCatchBlock(start, stop, handler, null);
        code.visitLabel(start);
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", false);
        code.visitVarInsn(ISTORE, 1);
        code.visitJumpInsn(JSR, outer);
        code.visitLabel(stop);
        code.visitVarInsn(ILOAD, 1);
        code.visitInsn(IRETURN);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, 2);
        code.visitJumpInsn(JSR, outer);
        code.visitVarInsn(ALOAD, 2);
        code.visitInsn(ATHROW);
        code.visitLabel(outer);
        code.visitVarInsn(ASTORE, 3);
        code.visitJumpInsn(JSR, inner);
        code.visitJumpInsn(JSR, inner);
        code.visitVarInsn(RET, 3);
        code.visitLabel(inner);
        code.visitVarInsn(ASTORE, 4);
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
        code.visitInsn(POP);
        code.visitVarInsn(RET, 4);
        end(code, 1, 5);
    }

    /** A loop whose body is a subroutine that may leave without ret. */
    static void leaving() {
        MethodVisitor code = method("leaving", "(J)J");
        Label loop = new Label(), body = new Label(), done = new Label();
        code.visitLabel(loop);
        code.visitJumpInsn(JSR, body);
        code.visitJumpInsn(GOTO, loop);
        code.visitLabel(body);
        code.visitVarInsn(ASTORE, 2);
        code.visitVarInsn(LLOAD, 0);
        code.visitInsn(LCONST_1);
        code.visitInsn(LSUB);
        code.visitInsn(DUP2);
        code.visitVarInsn(LSTORE, 0);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFLE, done);
        code.visitVarInsn(RET, 2);
        code.visitLabel(done);
        code.visitVarInsn(LLOAD, 0);
        code.visitInsn(LRETURN);
        end(code, 4, 3);
    }

    public static void main(String[] args) throws IOException {
        OUT.visit(V1_5, ACC_SUPER, "Sub", null, "java/lang/Object", null);
        shared();
        nested();
        leaving();
        OUT.visitEnd();
        Files.write(Path.of(args[0], "Sub.class"), OUT.toByteArray());
    }
}
