/** For Jaywalk, which needs no help to find another order. */
class Pause {
    static void here() {
    }
}
