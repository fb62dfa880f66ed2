/** What the autopilot controls in the vertical. */
public enum Mode {
    /** Stays where it is. */
    HOLD("ALT HOLD"),
    /** Climbs or descends as the wheel says. */
    VERTICAL_SPEED("VERT SPD"),
    /** Goes over from climbing to the altitude that was set. */
    CAPTURE("ALT CAP");

    private final String shown;

    Mode(String shown) {
        this.shown = shown;
    }

    /** As the annunciator shows it. */
    String shown() {
        return shown;
    }
}
