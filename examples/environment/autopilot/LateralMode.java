/** What the autopilot controls in the horizontal. */
public enum LateralMode {
    /** Keeps the heading that it had. */
    HEADING_HOLD("HDG HOLD"),
    /** Turns to the heading that was set. */
    HEADING_SELECT("HDG SEL");

    private final String shown;

    LateralMode(String shown) {
        this.shown = shown;
    }

    String shown() {
        return shown;
    }
}
