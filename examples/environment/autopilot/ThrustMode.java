/** What the autothrottle does. */
public enum ThrustMode {
    /** The pilot moves the levers. */
    MANUAL("MAN"),
    /** Keeps the speed that was set. */
    SPEED("SPD");

    private final String shown;

    ThrustMode(String shown) {
        this.shown = shown;
    }

    String shown() {
        return shown;
    }
}
