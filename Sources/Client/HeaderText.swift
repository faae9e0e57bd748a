/// Values of headers.
enum HeaderText {
    /// Without control characters: a line feed in a user id would end the header and start another.
    static func clean(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return value }
        return String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
