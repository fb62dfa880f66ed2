/** An aircraft as far as an autopilot's vertical modes are concerned. Altitudes are counted in thousands of feet. */
public class Aircraft {
    /** Higher than this it does not fly in the tutor. */
    static final int CEILING = 4;

    private int altitude;
    /** -1, 0 or 1: descends, stays, climbs. */
    private int verticalSpeed;

    int altitude() {
        return altitude;
    }

    int verticalSpeed() {
        return verticalSpeed;
    }

    void setVerticalSpeed(int speed) {
        verticalSpeed = Math.max(-1, Math.min(1, speed));
    }

    /** A minute of flight. */
    void fly() {
        altitude += verticalSpeed;
        if (altitude < 0) {
            altitude = 0;
        }
        if (altitude > CEILING) {
            altitude = CEILING;
        }
    }
}
