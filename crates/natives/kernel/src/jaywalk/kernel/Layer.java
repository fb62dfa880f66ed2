package jaywalk.kernel;

/**
 * Files that the program has written, over those of the disk, which stay as they are. A path that was written or
 * removed has a place here; places stand in the order of their paths, so that it does not matter who came first. A file that
 * is opened gets a place as well, so that all see what one writes. Paths are absolute and have no dots and links.
 * Negative answers are numbers of errors.
 */
final class Layer {
    /** Flags of open. */
    static final int WRITE_ONLY = 01;
    static final int READ_WRITE = 02;
    static final int CREATE = 0100;
    static final int EXCLUSIVE = 0200;
    static final int TRUNCATE = 01000;
    static final int APPEND = 02000;

    private static final Place FIRST = new Place("", null);

    private Layer() {}

    private static final class Place {
        final String path;
        /** Null for what was removed. */
        Node node;
        Place next;

        Place(String path, Node node) {
            this.path = path;
            this.node = node;
        }
    }

    /** The last place that is not behind the path. */
    private static Place before(String path) {
        Place place = FIRST;
        while (place.next != null && place.next.path.compareTo(path) <= 0) {
            place = place.next;
        }
        return place;
    }

    private static Place find(String path) {
        Place place = before(path);
        return place.path.equals(path) ? place : null;
    }

    private static void put(String path, Node node) {
        Place place = before(path);
        if (place.path.equals(path)) {
            place.node = node;
            return;
        }
        Place added = new Place(path, node);
        added.next = place.next;
        place.next = added;
    }

    /** There is nothing at the path any more; a place that says so is needed only before something of the disk. */
    private static void remove(String path) {
        if (!isHidden(path) && Host.mode(path) >= 0) {
            put(path, null);
            return;
        }
        for (Place place = FIRST; place.next != null; place = place.next) {
            if (place.next.path.equals(path)) {
                place.next = place.next.next;
                return;
            }
        }
    }

    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A folder above it was made or removed here, so what the disk has at this path does not count. */
    private static boolean isHidden(String path) {
        for (String above = path; !above.equals("/");) {
            above = parent(above);
            Place place = find(above);
            if (place != null && (place.node == null || place.node.isNew || !place.node.isFolder())) {
                return true;
            }
        }
        return false;
    }

    /** What is at the path; null if nothing is. */
    static Node node(String path) {
        Place place = find(path);
        if (place != null) {
            return place.node;
        }
        if (isHidden(path)) {
            return null;
        }
        int mode = Host.mode(path);
        if (mode < 0) {
            return null;
        }
        Node node = new Node(mode, Host.modified(path), false);
        node.isFar = !node.isFolder();
        node.farLength = Host.length(path);
        return node;
    }

    /** Why there is nothing at the path: also if the program is kept from what the disk has. */
    static int missing(String path) {
        if (path.equals("/")) {
            return Errno.ENOENT;
        }
        Node above = node(parent(path));
        if (above != null && !above.isFolder()) {
            return Errno.ENOTDIR;
        }
        Place place = find(path);
        if (place == null && !isHidden(path)) {
            int mode = Host.mode(path);
            return mode < 0 ? -mode : Errno.ENOENT;
        }
        return Errno.ENOENT;
    }

    /** Why nothing can be made at this path; 0 if it can. */
    private static int unmade(String path) {
        String folder = parent(path);
        Node above = node(folder);
        if (above == null) {
            return missing(folder);
        }
        return !above.isFolder() ? Errno.ENOTDIR : (above.mode & 0200) == 0 ? Errno.EACCES : 0;
    }

    /** The number of a descriptor. */
    static int open(String path, int flags, int mode) {
        boolean writes = (flags & (WRITE_ONLY | READ_WRITE)) != 0;
        Node node = node(path);
        if (node == null) {
            if ((flags & CREATE) == 0) {
                return -missing(path);
            }
            int error = unmade(path);
            if (error != 0) {
                return -error;
            }
            node = new Node(Node.FILE | mode & 0755, Host.start(), false);
            put(path, node);
        } else if ((flags & CREATE) != 0 && (flags & EXCLUSIVE) != 0) {
            return -Errno.EEXIST;
        } else if (node.isFolder()) {
            if (writes) {
                return -Errno.EISDIR;
            }
        } else if (writes && (node.mode & 0200) == 0) {
            return -Errno.EACCES;
        }
        if (node.isFar) {
            node.fetch(Host.content(path));
            put(path, node);
        }
        if (writes && (flags & TRUNCATE) != 0) {
            node.resize(0);
        }
        return Table.add(new OpenFile(node, path, flags));
    }

    static int makeFolder(String path, int mode) {
        if (node(path) != null) {
            return -Errno.EEXIST;
        }
        int error = unmade(path);
        if (error == 0) {
            put(path, new Node(Node.FOLDER | mode & 0755, Host.start(), true));
        }
        return -error;
    }

    static int removeFile(String path) {
        Node node = node(path);
        if (node == null) {
            return -missing(path);
        }
        if (node.isFolder()) {
            return -Errno.EISDIR;
        }
        remove(path);
        return 0;
    }

    static int removeFolder(String path) {
        Node node = node(path);
        if (node == null) {
            return -missing(path);
        }
        if (!node.isFolder()) {
            return -Errno.ENOTDIR;
        }
        if (names(path).length > 0) {
            return -Errno.ENOTEMPTY;
        }
        forgetBelow(path);
        remove(path);
        return 0;
    }

    /** What was removed below a folder is told by the folder, once that is removed itself. */
    private static void forgetBelow(String path) {
        String start = path + "/";
        for (Place place = FIRST; place.next != null;) {
            if (place.next.path.startsWith(start)) {
                place.next = place.next.next;
            } else {
                place = place.next;
            }
        }
    }

    static int rename(String from, String to) {
        Node node = node(from);
        if (node == null) {
            return -missing(from);
        }
        if (from.equals(to)) {
            return 0;
        }
        Node there = node(to);
        int error = there == null ? unmade(to) : 0;
        if (error != 0) {
            return -error;
        }
        if (node.isFolder()) {
            return renameFolder(from, node, to, there);
        }
        if (there != null && there.isFolder()) {
            return -Errno.EISDIR;
        }
        if (node.isFar) {
            node.fetch(Host.content(from));
        }
        remove(from);
        put(to, node);
        return 0;
    }

    private static int renameFolder(String from, Node node, String to, Node there) {
        if (to.startsWith(from + "/")) {
            return -Errno.EINVAL;
        }
        if (there != null) {
            int error = there.isFolder() ? removeFolder(to) : -Errno.ENOTDIR;
            if (error != 0) {
                return error;
            }
        }
        if (!node.isNew) {
            throw Host.unsupported("a folder of the disk gets another name: " + from);
        }
        String start = from + "/";
        Place moved = null;
        for (Place place = FIRST; place.next != null;) {
            if (place.next.path.startsWith(start)) {
                Place taken = place.next;
                place.next = taken.next;
                taken.next = moved;
                moved = taken;
            } else {
                place = place.next;
            }
        }
        remove(from);
        put(to, node);
        for (Place place = moved; place != null; place = place.next) {
            put(to + place.path.substring(from.length()), place.node);
        }
        return 0;
    }

    /** The names in a folder, in alphabetical order. */
    static String[] names(String path) {
        Node folder = node(path);
        String[] far = folder.isNew || isHidden(path) ? new String[0] : Host.names(path);
        String start = path.equals("/") ? "/" : path + "/";
        int count = 0;
        for (int i = 0; i < far.length; i++) {
            if (find(start + far[i]) == null) {
                far[count++] = far[i];
            }
        }
        int own = 0;
        for (Place place = FIRST.next; place != null; place = place.next) {
            own += isIn(place, start) ? 1 : 0;
        }
        String[] names = new String[count + own];
        int at = 0;
        int taken = 0;
        for (Place place = FIRST.next; place != null; place = place.next) {
            if (isIn(place, start)) {
                String name = name(place.path);
                while (taken < count && far[taken].compareTo(name) < 0) {
                    names[at++] = far[taken++];
                }
                names[at++] = name;
            }
        }
        while (taken < count) {
            names[at++] = far[taken++];
        }
        return names;
    }

    private static boolean isIn(Place place, String start) {
        return place.node != null && place.path.startsWith(start) && place.path.length() > start.length()
            && place.path.indexOf('/', start.length()) < 0;
    }

    static int change(String path, int mode) {
        Node node = node(path);
        if (node == null) {
            return -missing(path);
        }
        settle(path, node);
        node.mode = node.mode & Node.KIND | mode & 0777;
        return 0;
    }

    static int touch(String path, long millis) {
        Node node = node(path);
        if (node == null) {
            return -missing(path);
        }
        settle(path, node);
        node.modified = millis;
        return 0;
    }

    /** What was seen on the disk is changed, and so belongs to the layer. */
    private static void settle(String path, Node node) {
        if (node.isFar) {
            node.fetch(Host.content(path));
        }
        put(path, node);
    }
}
