/** The autothrottle. */
public class ThrustLogic {
    private final Aircraft aircraft;
    private ThrustMode mode = ThrustMode.MANUAL;
    private int selected;

    ThrustLogic(Aircraft aircraft) {
        this.aircraft = aircraft;
        selected = aircraft.airspeed();
    }

    ThrustMode mode() {
        return mode;
    }

    int selected() {
        return selected;
    }

    void turnKnob(int hundreds) {
        selected = Aircraft.limited(selected + hundreds, Aircraft.SLOWEST, Aircraft.FASTEST);
    }

    void engage() {
        mode = ThrustMode.SPEED;
    }

    /** The pilot takes the levers. */
    void moveLevers(int thrust) {
        mode = ThrustMode.MANUAL;
        aircraft.setThrust(thrust);
    }

    void think() {
        if (mode == ThrustMode.SPEED) {
            aircraft.setThrust(Integer.signum(selected - aircraft.airspeed()));
        }
    }
}
