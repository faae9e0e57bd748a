/// The wrapper in which a device stores a line: `<0|1>_ <length>_<epoch seconds.fraction>_<line>$$` (help.aliyun.com 93061).
enum LogLineWrapper {
    /// Where the line inside is; all of it when there is no wrapper, nil when the wrapper is broken.
    static func content(of base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> (start: Int, end: Int)? {
        guard end - start >= 2, base[start + 1] == underscore, base[start] == UInt8(ascii: "0") || base[start] == UInt8(ascii: "1") else {
            return (start, end)
        }
        var at = start + 2
        if at < end, base[at] == UInt8(ascii: " ") { at += 1 }
        guard let afterLength = skipNumber(base, at, end), let inside = skipNumber(base, afterLength, end) else { return nil }
        guard end - inside >= 2, base[end - 1] == dollar, base[end - 2] == dollar else { return nil }
        return (inside, end - 2)
    }

    private static let underscore = UInt8(ascii: "_")
    private static let dollar = UInt8(ascii: "$")

    /// Skips digits and points up to and with an underscore.
    private static func skipNumber(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var at = start
        while at < end, base[at] &- 0x30 < 10 || base[at] == UInt8(ascii: ".") { at += 1 }
        guard at > start, at < end, base[at] == underscore else { return nil }
        return at + 1
    }
}
