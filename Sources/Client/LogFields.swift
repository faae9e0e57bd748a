/// One log line in the making: a fixed number of fields, each `-` until it is set.
struct LogFields {
    private var fields: [String]

    init(count: Int) {
        fields = Array(repeating: "-", count: count)
    }

    /// Sets one field. `nil` and the empty string leave the `-`.
    subscript(position: Int) -> String? {
        get { fields[position] }
        set { fields[position] = newValue.flatMap { $0.isEmpty ? nil : Self.escape($0) } ?? "-" }
    }

    /// The line, without the line feed that separates it from the next.
    var line: String {
        fields.joined(separator: ",")
    }

    /// Escapes the separators of fields and lines, and the escape itself; by scalars, as a separator may be part of a `Character`.
    static func escape(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") }) else { return value }
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case ",": escaped += "%2C"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// `k=v^k=v`, the keys sorted so that the same pairs always give the same line. A `^` inside a value becomes `%5E`.
    static func pairs(_ values: [String: String]) -> String {
        values.sorted { $0.key < $1.key }.map { "\(pair($0.key))=\(pair($0.value))" }.joined(separator: "^")
    }

    static func pair(_ value: String) -> String {
        value.replacing("^", with: "%5E")
    }
}
