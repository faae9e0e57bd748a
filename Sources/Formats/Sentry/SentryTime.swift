/// Times as Sentry's SDKs write them.
public enum SentryTime {
    /// `2026-11-21T02:40:00.123456Z`, also with an offset, or with neither, which means UTC.
    /// - Returns: milliseconds since 1970-01-01T00:00Z; nil for another text, and for a date that is none.
    public static func milliseconds(_ text: String) -> Int? {
        var bytes = Array(text.utf8.prefix(48))
        guard bytes.count >= 19 else { return milliseconds(seconds: text) }
        if bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: " ") }
        guard let local = LogLocalTime(String(decoding: bytes.prefix(19), as: UTF8.self)) else { return milliseconds(seconds: text) }
        var rest = bytes.dropFirst(19)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            fraction = (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
            rest = rest.dropFirst(digits.count + 1)
        }
        let zone = String(decoding: rest, as: UTF8.self)
        guard let offset = zone.isEmpty || zone == "Z" || zone == "z" ? 0 : UTCOffset.seconds(zone) else { return nil }
        return local.epochMilliseconds(utcOffset: offset) + fraction
    }

    /// Seconds since 1970, with a fraction.
    static func milliseconds(seconds: String) -> Int? {
        guard let value = Double(seconds), value > 0, value < 1e11 else { return nil }
        return Int(value * 1_000)
    }
}
