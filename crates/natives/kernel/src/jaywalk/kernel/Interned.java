package jaywalk.kernel;

/** The string that stands for all equal ones, once there is one. The machine alone makes and uses these. */
final class Interned {
    String string;
}
