/// An offset from UTC as people and reports write it.
public enum UTCOffset {
    /// Seconds east of UTC: `Z`, `+08:00`, `+0800` or `-07`; nil for anything else and beyond 18 hours, ISO 8601's outermost.
    public static func seconds(_ text: some StringProtocol) -> Int? {
        let bytes = Array(text.utf8.prefix(7))
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = bytes.count == 6 && bytes[3] == UInt8(ascii: ":") ? bytes[1...2] + bytes[4...5] : bytes[1...]
        guard digits.count == 2 || digits.count == 4, let number = number(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
