import java.awt.BorderLayout;
import javax.swing.JApplet;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTabbedPane;

/**
 * A tutor for the modes of an autopilot: a panel with knobs and buttons, lamps for the modes, pictures of the aircraft, tasks and a log. The unit of
 * Autopilot.env; all of AWT and Swing around it are stubs.
 */
@SuppressWarnings("removal")
public class Autopilot extends JApplet {
    private final Logbook log = new Logbook();
    private final Aircraft aircraft = new Aircraft();
    private final ModeLogic vertical = new ModeLogic(aircraft, log);
    private final LateralLogic lateral = new LateralLogic(aircraft);
    private final ThrustLogic thrust = new ThrustLogic(aircraft);
    private final UserModel user = new UserModel();

    private final Annunciator annunciator = new Annunciator();
    private final Tapes tapes = new Tapes(aircraft, vertical);
    private final ControlPanel controls = new ControlPanel(this);
    private final Lesson lesson = new Lesson();
    private final JLabel status = new JLabel();

    /** What the altitude knob shows. */
    private int dialled;
    private boolean isRunning;

    @Override
    public void init() {
        log.build();
        annunciator.build();
        tapes.build();
        controls.build();
        lesson.build();
        setLayout(new BorderLayout());
        add(annunciator, BorderLayout.NORTH);
        add(tapes, BorderLayout.CENTER);
        JTabbedPane side = new JTabbedPane();
        side.addTab("task", lesson);
        side.addTab("log", log);
        add(side, BorderLayout.EAST);
        JPanel below = new JPanel(new BorderLayout());
        below.add(controls, BorderLayout.CENTER);
        below.add(status, BorderLayout.SOUTH);
        add(below, BorderLayout.SOUTH);
        show("ready");
    }

    @Override
    public void start() {
        isRunning = true;
        controls.offer(true);
        show("running");
    }

    @Override
    public void stop() {
        isRunning = false;
        controls.offer(false);
        show("stopped");
    }

    @Override
    public void destroy() {
        log.clear();
    }

    /** Turns the altitude knob by some notches. */
    public void turnKnob(int notches) {
        dialled = Aircraft.limited(dialled + notches, 0, Aircraft.CEILING);
        annunciator.showDial(dialled);
        show("dialled");
    }

    /** Arms the altitude that the knob shows. */
    public void pullKnob() {
        vertical.armAltitude(dialled);
        user.armedAltitude(dialled);
        show("armed");
    }

    public void moveWheel(int to) {
        vertical.moveWheel(to);
        user.movedWheel(to);
        show("wheel");
    }

    public void pressHold() {
        vertical.hold();
        user.pressedHold();
        show("hold");
    }

    public void turnHeading(int quarters) {
        lateral.turnKnob(quarters);
        show("heading dialled");
    }

    public void selectHeading() {
        lateral.select();
        user.selectedHeading();
        show("heading");
    }

    public void holdHeading() {
        lateral.hold();
        user.heldHeading();
        show("heading held");
    }

    public void turnSpeed(int hundreds) {
        thrust.turnKnob(hundreds);
        show("speed dialled");
    }

    public void engageThrottle() {
        thrust.engage();
        user.engagedThrottle();
        show("throttle");
    }

    public void takeLevers(int level) {
        thrust.moveLevers(level);
        user.tookLevers();
        show("levers");
    }

    public void nextTask() {
        lesson.next();
        show("task");
    }

    /** A minute goes by. */
    public void fly() {
        if (!isRunning) {
            controls.hint("the tutor is stopped");
            return;
        }
        vertical.think();
        lateral.think();
        thrust.think();
        aircraft.fly();
        user.compare(vertical, lateral, thrust, aircraft);
        if (lesson.look(aircraft)) {
            log.note("task done");
        }
        show("flown");
    }

    private void show(String what) {
        annunciator.show(vertical, lateral, thrust, aircraft);
        status.setText(what);
        repaint();
    }

    @Override
    public String getAppletInfo() {
        return "a tutor for the modes of an autopilot";
    }
}
