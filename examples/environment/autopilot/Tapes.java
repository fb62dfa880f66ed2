import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import javax.swing.JPanel;

/** Where the aircraft is, as a picture: a tape for the altitude, one for the speed, a rose for the heading. */
public class Tapes extends JPanel {
    private static final int MARK = 12;
    private static final String[] POINTS = {"N", "E", "S", "W"};

    private final Aircraft aircraft;
    private final ModeLogic logic;

    Tapes(Aircraft aircraft, ModeLogic logic) {
        this.aircraft = aircraft;
        this.logic = logic;
    }

    void build() {
        setPreferredSize(new Dimension(360, 240));
        setBackground(Color.DARK_GRAY);
    }

    /** The name of a heading. */
    static String points(int heading) {
        return POINTS[Math.floorMod(heading, POINTS.length)];
    }

    @Override
    protected void paintComponent(Graphics g) {
        super.paintComponent(g);
        int width = getWidth();
        int height = getHeight();
        paintSky(g, width, height);
        paintAltitude(g, width, height);
        paintSpeed(g, height);
        paintRose(g, width / 2, height);
    }

    /** Sky and ground, which goes down as the aircraft goes up. */
    private void paintSky(Graphics g, int width, int height) {
        int horizon = height / 2 + aircraft.altitude() * height / (4 * Aircraft.CEILING);
        g.setColor(Color.CYAN);
        g.fillRect(0, 0, width, horizon);
        g.setColor(Color.ORANGE);
        g.fillRect(0, horizon, width, height - horizon);
        g.setColor(Color.BLACK);
        int tilt = aircraft.bank() * MARK;
        g.drawLine(0, horizon - tilt, width, horizon + tilt);
    }

    private void paintAltitude(Graphics g, int width, int height) {
        g.setColor(Color.WHITE);
        for (int mark = 0; mark <= Aircraft.CEILING; mark++) {
            int y = placeOf(mark, Aircraft.CEILING, height);
            g.drawLine(width - MARK, y, width, y);
            g.drawString(mark + ",000", width - 5 * MARK, y);
        }
        int place = placeOf(aircraft.altitude(), Aircraft.CEILING, height);
        g.setColor(logic.mode() == Mode.CAPTURE ? Color.GREEN : Color.YELLOW);
        g.fillOval(width - MARK, place - MARK / 2, MARK, MARK);
        if (logic.isArmed()) {
            int armed = placeOf(logic.target(), Aircraft.CEILING, height);
            g.setColor(Color.MAGENTA);
            g.drawRect(width - MARK, armed - MARK / 2, MARK, MARK);
        }
    }

    private void paintSpeed(Graphics g, int height) {
        g.setColor(Color.WHITE);
        for (int mark = Aircraft.SLOWEST; mark <= Aircraft.FASTEST; mark++) {
            int y = placeOf(mark, Aircraft.FASTEST, height);
            g.drawLine(0, y, MARK, y);
            g.drawString(mark + "00", MARK, y);
        }
        int place = placeOf(aircraft.airspeed(), Aircraft.FASTEST, height);
        g.setColor(Color.YELLOW);
        g.fillOval(0, place - MARK / 2, MARK, MARK);
    }

    private void paintRose(Graphics g, int middle, int height) {
        g.setColor(Color.WHITE);
        for (int point = 0; point < Aircraft.HEADINGS; point++) {
            int x = middle + (point - aircraft.heading()) * 4 * MARK;
            g.drawString(points(point), x, height - MARK);
        }
        g.drawLine(middle, height - 3 * MARK, middle, height - 2 * MARK);
    }

    private static int placeOf(int value, int most, int height) {
        return height - MARK - value * (height - 2 * MARK) / most;
    }
}
