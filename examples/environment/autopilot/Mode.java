/** What the autopilot controls in the vertical. */
public enum Mode {
    /** Stays where it is. */
    HOLD,
    /** Climbs or descends as the wheel says. */
    VERTICAL_SPEED,
    /** Goes over from climbing to the altitude that was set. */
    CAPTURE
}
