/// Values of headers.
enum HeaderText {
    /// Without control characters: a line feed in a user id would end the header and start another.
    static func clean(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
