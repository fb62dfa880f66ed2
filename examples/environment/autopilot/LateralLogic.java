/** The modes for the heading, and how one becomes another. */
public class LateralLogic {
    private final Aircraft aircraft;
    private LateralMode mode = LateralMode.HEADING_HOLD;
    private int selected;
    private int held;

    LateralLogic(Aircraft aircraft) {
        this.aircraft = aircraft;
        held = aircraft.heading();
    }

    LateralMode mode() {
        return mode;
    }

    int selected() {
        return selected;
    }

    /** The heading that it is on its way to, or keeps. */
    int target() {
        return mode == LateralMode.HEADING_SELECT ? selected : held;
    }

    /** The heading knob is turned: where it turns to follows at once, if it is turning. */
    void turnKnob(int quarters) {
        selected = Math.floorMod(selected + quarters, Aircraft.HEADINGS);
    }

    /** The heading knob is pulled. */
    void select() {
        mode = LateralMode.HEADING_SELECT;
    }

    /** The button for heading hold. */
    void hold() {
        held = aircraft.heading();
        mode = LateralMode.HEADING_HOLD;
    }

    /** What the autopilot does in a minute, before the aircraft moves. */
    void think() {
        aircraft.setBank(shortestWay(aircraft.heading(), target()));
    }

    /** -1 or 1 if it has to turn to the left or right, 0 if it is there. */
    static int shortestWay(int from, int to) {
        int way = Math.floorMod(to - from, Aircraft.HEADINGS);
        if (way == 0) {
            return 0;
        }
        return way > Aircraft.HEADINGS / 2 ? -1 : 1;
    }
}
