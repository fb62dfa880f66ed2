/** Something that the pilot is to do at the tutor: to be at an altitude, on a heading, with a speed. */
public class Task {
    private final String text;
    private final int altitude;
    private final int heading;
    private final int airspeed;

    Task(String text, int altitude, int heading, int airspeed) {
        this.text = text;
        this.altitude = altitude;
        this.heading = heading;
        this.airspeed = airspeed;
    }

    String text() {
        return text;
    }

    int altitude() {
        return altitude;
    }

    boolean isDone(Aircraft aircraft) {
        return aircraft.altitude() == altitude
                && aircraft.heading() == heading
                && aircraft.airspeed() == airspeed
                && aircraft.verticalSpeed() == 0;
    }

    /** What is still missing, in a word. */
    String missing(Aircraft aircraft) {
        if (aircraft.altitude() != altitude) {
            return aircraft.altitude() < altitude ? "climb" : "descend";
        }
        if (aircraft.heading() != heading) {
            return LateralLogic.shortestWay(aircraft.heading(), heading) < 0 ? "turn left" : "turn right";
        }
        if (aircraft.airspeed() != airspeed) {
            return aircraft.airspeed() < airspeed ? "speed up" : "slow down";
        }
        return aircraft.verticalSpeed() == 0 ? "done" : "level off";
    }
}
