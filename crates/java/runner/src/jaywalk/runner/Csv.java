package jaywalk.runner;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a {@code @CsvSource}: values between delimiters, in quotes if they hold one; nothing is null, empty quotes are empty. */
final class Csv {
    private final String delimiter;
    private final char quote;
    private final boolean trims;
    private final String empty;
    private final List<String> nulls;

    private Csv(Annotation source) {
        String longer = (String) Sources.attribute(source, "delimiterString");
        char shorter = (char) Sources.attribute(source, "delimiter");
        delimiter = !longer.isEmpty() ? longer : shorter != 0 ? String.valueOf(shorter) : ",";
        quote = (char) Sources.attribute(source, "quoteCharacter");
        trims = (boolean) Sources.attribute(source, "ignoreLeadingAndTrailingWhitespace");
        empty = (String) Sources.attribute(source, "emptyValue");
        nulls = Arrays.asList((String[]) Sources.attribute(source, "nullValues"));
    }

    static List<Object[]> rows(Annotation source) {
        Csv csv = new Csv(source);
        List<Object[]> rows = new ArrayList<>();
        for (String record : (String[]) Sources.attribute(source, "value")) {
            rows.add(csv.row(record));
        }
        for (String record : csv.records((String) Sources.attribute(source, "textBlock"))) {
            rows.add(csv.row(record));
        }
        if ((boolean) Sources.attribute(source, "useHeadersInDisplayName") && !rows.isEmpty()) {
            rows.remove(0);
        }
        return rows;
    }

    /** Lines that are neither empty nor comments; a quoted value may have several. */
    private List<String> records(String block) {
        List<String> records = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : block.split("\n")) {
            if (open.length() == 0 && (line.isBlank() || line.startsWith("#"))) {
                continue;
            }
            open.append(open.length() == 0 ? "" : "\n").append(line);
            if (open.chars().filter(c -> c == quote).count() % 2 == 0) {
                records.add(open.toString());
                open.setLength(0);
            }
        }
        if (open.length() > 0) {
            throw new IllegalArgumentException("a quote is not closed in " + open);
        }
        return records;
    }

    private Object[] row(String record) {
        List<Object> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean isQuoted = false;
        for (int at = 0; at <= record.length();) {
            boolean isEnd = at == record.length();
            if (isEnd || record.startsWith(delimiter, at)) {
                values.add(finish(value.toString(), isQuoted));
                value.setLength(0);
                isQuoted = false;
                at += isEnd ? 1 : delimiter.length();
            } else if (record.charAt(at) == quote && value.toString().isBlank() && !isQuoted) {
                isQuoted = true;
                value.setLength(0);
                at = quoted(record, at + 1, value);
            } else {
                // Behind a quoted value there can be blanks at most, which mean nothing.
                if (!isQuoted) {
                    value.append(record.charAt(at));
                }
                at++;
            }
        }
        return values.toArray();
    }

    /** Reads up to the closing quote; two quotes are one. */
    private int quoted(String record, int at, StringBuilder value) {
        for (; at < record.length(); at++) {
            if (record.charAt(at) == quote) {
                if (at + 1 < record.length() && record.charAt(at + 1) == quote) {
                    at++;
                } else {
                    return at + 1;
                }
            }
            value.append(record.charAt(at));
        }
        throw new IllegalArgumentException("a quote is not closed in " + record);
    }

    private Object finish(String text, boolean isQuoted) {
        String value = trims && !isQuoted ? text.strip() : text;
        if (value.isEmpty()) {
            value = isQuoted ? empty : null;
        }
        return nulls.contains(value) ? null : value;
    }
}
