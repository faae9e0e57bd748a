/// What a word of a message is, as far as it changes from report to report.
enum CrashMessageWord: String {
    case url, email, uuid, ip, date, time, path
    /// An address, a digest, or another long number in hexadecimal digits.
    case hex
    case number

    static func kind(_ word: ArraySlice<UInt8>) -> CrashMessageWord? {
        if isURL(word) { return .url }
        if isEmail(word) { return .email }
        if isUUID(word) { return .uuid }
        if isPath(word) { return .path }
        if isHex(word) { return .hex }
        guard let first = word.first, CrashText.isDigit(first) || isSign(first) || word.contains(UInt8(ascii: ":")) else { return nil }
        if isDate(word) { return .date }
        if isTime(word) { return .time }
        if isIP(word) { return .ip }
        return isNumber(word) ? .number : nil
    }

    static func isURL(_ word: ArraySlice<UInt8>) -> Bool {
        word.indices.contains { word[$0] == UInt8(ascii: ":") && word[$0...].starts(with: "://".utf8) }
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }

    private static func isEmail(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].count > 3 && parts[1].dropLast().contains(UInt8(ascii: "."))
    }

    /// `5C32DF84-31A0-43E7-87D0-239F7F594940`
    private static func isUUID(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy(areHex)
    }

    private static func isPath(_ word: ArraySlice<UInt8>) -> Bool {
        word.first == UInt8(ascii: "/") && word.count(where: { $0 == UInt8(ascii: "/") }) > 1
    }

    /// `0x1f`, or at least eight digits of which some are decimal, as words may consist of the others.
    private static func isHex(_ word: ArraySlice<UInt8>) -> Bool {
        if word.starts(with: "0x".utf8) { return word.count > 2 && areHex(word.dropFirst(2)) }
        return word.count >= 8 && areHex(word) && word.contains(where: CrashText.isDigit) && !word.allSatisfy(CrashText.isDigit)
    }

    private static func areHex(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.allSatisfy { CrashText.hexDigit($0) != nil }
    }

    private static func areDigits(_ parts: [ArraySlice<UInt8>]) -> Bool {
        parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(CrashText.isDigit) }
    }

    /// `2026-11-22`, `2026/11/22`, perhaps with the time behind `T`.
    private static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
        let day = word.prefix(10)
        let parts = day.split(whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") })
        return parts.map(\.count) == [4, 2, 2] && areDigits(parts) && (word.count == 10 || word.dropFirst(10).first == UInt8(ascii: "T"))
    }

    /// `10:40`, `10:40:00.408`
    private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), areDigits(Array(parts.dropLast())) else { return false }
        return parts.dropLast().allSatisfy { $0.count <= 2 } && areDigits(parts[parts.count - 1].split(separator: UInt8(ascii: ".")))
    }

    /// `10.0.0.1`, perhaps with a port; `fe80::1`.
    private static func isIP(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count <= 2 {
            let numbers = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return numbers.count == 4 && areDigits(numbers) && areDigits(Array(parts.dropFirst()))
        }
        return parts.count <= 8 && parts.allSatisfy { $0.count <= 4 && areHex($0) } && parts.contains { !$0.isEmpty }
    }

    /// `-1.5e10`, `12,000`, `30%`, `350ms`: digits and what belongs to them, with a unit of up to three letters.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.drop(while: isSign)
        guard let first = digits.first, CrashText.isDigit(first) else { return false }
        let rest = digits.drop { CrashText.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return rest.count <= 3
            || rest.first.map { $0 | 0x20 == UInt8(ascii: "e") } ?? false && rest.dropFirst().allSatisfy { CrashText.isDigit($0) || isSign($0) }
    }
}
