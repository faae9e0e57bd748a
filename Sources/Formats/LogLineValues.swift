/// The fields of a line that are more than text.
extension LogLine {
    /// The device's local time; nil when missing or not a date.
    public var time: LogLocalTime? {
        slice(.time).flatMap { LogLocalTime(buffer($0)) }
    }

    /// The measured milliseconds of a performance line, a fraction cut off; nil when missing or not a number.
    public var milliseconds: Int? {
        slice(.milliseconds).flatMap { number($0) }
    }

    /// Whether a measured start was the first after installing: field 14 is `0` for the first, `1` for others
    /// (help.aliyun.com 99916); nil when it says neither.
    public var isFirstStart: Bool? {
        guard let slice = slice(.firstStart), slice.count == 1 else { return nil }
        switch buffer(slice)[0] {
        case UInt8(ascii: "0"): return true
        case UInt8(ascii: "1"): return false
        default: return nil
        }
    }

    /// Whether the app was in front when it crashed; nil when the line does not say.
    public var isForeground: Bool? {
        guard let slice = slice(.foreground) else { return nil }
        if matches(slice, "foreground") { return true }
        return matches(slice, "background") ? false : nil
    }

    /// The decimal number in the slice: digits, then perhaps a fraction, which is cut off; nil for anything else or above 2^53.
    public func number(_ slice: LogSlice) -> Int? {
        let bytes = buffer(slice)
        var value = 0
        var digits = 0
        while digits < bytes.count, bytes[digits] &- 0x30 < 10 {
            value = value &* 10 &+ Int(bytes[digits] &- 0x30)
            digits += 1
            if value > 1 << 53 { return nil }
        }
        guard digits > 0, isFraction(bytes, from: digits) else { return nil }
        return value
    }

    private func isFraction(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard start < bytes.count else { return true }
        guard bytes[start] == UInt8(ascii: ".") else { return false }
        return bytes[(start + 1)...].allSatisfy { $0 &- 0x30 < 10 }
    }

    /// The value of `key` in the extras field, `k=v^k=v`; nil when absent, empty or `-`.
    public func extra(_ key: StaticString) -> LogSlice? {
        guard let all = slice(.extras) else { return nil }
        var start = Int(all.start)
        while start < Int(all.end) {
            let pair = pair(from: start, to: Int(all.end))
            if let value = pair.value, matches(pair.key, key) { return known(value) }
            start = Int((pair.value ?? pair.key).end) + 1
        }
        return nil
    }

    /// All extras, decoded, in order; a pair without `=` has an empty value.
    public func extras() -> [(key: String, value: String)] {
        guard let all = slice(.extras) else { return [] }
        var found: [(key: String, value: String)] = []
        var start = Int(all.start)
        while start < Int(all.end) {
            let pair = pair(from: start, to: Int(all.end))
            found.append((string(pair.key), pair.value.map { string($0) } ?? ""))
            start = Int((pair.value ?? pair.key).end) + 1
        }
        return found
    }

    private func pair(from start: Int, to end: Int) -> (key: LogSlice, value: LogSlice?) {
        var at = start
        while at < end, body[at] != UInt8(ascii: "="), body[at] != UInt8(ascii: "^") { at += 1 }
        let key = LogSlice(start, at)
        guard at < end, body[at] == UInt8(ascii: "=") else { return (key, nil) }
        let value = at + 1
        at = value
        while at < end, body[at] != UInt8(ascii: "^") { at += 1 }
        return (key, LogSlice(value, at))
    }

    private func known(_ slice: LogSlice) -> LogSlice? {
        slice.count == 0 || matches(slice, "-") ? nil : slice
    }
}
