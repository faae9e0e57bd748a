/// Hides telephone numbers and addresses of electronic mail in text from outside, for those who may not know them.
///
/// The same number of bytes stays: a number keeps its first three and its last two to four digits, an address its first letter and its domain, and
/// the rest becomes `*`. So a report stays readable by programs, also one in a binary format. Found are: eleven digits that begin with 13 to 19, as
/// numbers in China do (perhaps with `86` or `+86` in front, and cut by a space or a dash after three and seven digits), 8 to 15 digits behind a
/// plus sign (ITU-T E.164), and what looks like `name@example.com`. Digits that touch letters or other digits are no number.
public enum PersonalMask {
    /// The text with what is personal in it hidden.
    public static func masked(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == at || isDigit($0) }) else { return text }
        var bytes = Array(text.utf8)
        mask(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hides in place, in a time that grows with the bytes.
    public static func mask(_ bytes: inout [UInt8]) {
        var place = 0
        while place < bytes.count {
            if isDigit(bytes[place]) {
                place = maskNumber(&bytes, place)
            } else if bytes[place] == at {
                place = maskAddress(&bytes, place)
            } else {
                place += 1
            }
        }
    }

    // MARK: numbers

    /// - Parameter first: a digit with no digit before it.
    /// - Returns: where to go on.
    private static func maskNumber(_ bytes: inout [UInt8], _ first: Int) -> Int {
        let before = first > 0 ? bytes[first - 1] : UInt8(ascii: " ")
        let digits = run(bytes, first)
        if before == plus {
            let sign = first > 1 ? bytes[first - 2] : UInt8(ascii: " ")
            guard !isWord(sign), sign != UInt8(ascii: ")"), sign != UInt8(ascii: "]") else { return digits.upperBound }
        } else if isWord(before) {
            return digits.upperBound
        }
        if let number = chinese(bytes, digits) {
            hide(&bytes, number, keepFirst: 3, keepLast: 4)
            return number.last.map { $0 + 1 } ?? digits.upperBound
        }
        let isForeign = before == plus && (8...15).contains(digits.count) && isFree(bytes, digits.upperBound)
        if isForeign { hide(&bytes, Array(digits), keepFirst: 3, keepLast: 2) }
        return digits.upperBound
    }

    /// The places of the eleven digits; nil for another number.
    private static func chinese(_ bytes: [UInt8], _ digits: Range<Int>) -> [Int]? {
        var start = digits.lowerBound
        var end = digits.upperBound
        if digits.count == 13, bytes[start] == UInt8(ascii: "8"), bytes[start + 1] == UInt8(ascii: "6") { start += 2 }
        if digits.count == 2, bytes[start] == UInt8(ascii: "8"), bytes[start + 1] == UInt8(ascii: "6"), let next = after(gap: end, bytes) {
            (start, end) = (next, run(bytes, next).upperBound)
        }
        var places = Array(start..<end)
        // 138 1234 5678
        if places.count == 3 {
            for _ in 0..<2 {
                guard let next = after(gap: end, bytes) else { return nil }
                let group = run(bytes, next)
                guard group.count == 4 else { return nil }
                places += Array(group)
                end = group.upperBound
            }
        }
        guard places.count == 11, bytes[places[0]] == UInt8(ascii: "1"), bytes[places[1]] >= UInt8(ascii: "3"), isFree(bytes, end) else { return nil }
        return places
    }

    /// Behind one space or dash that a digit follows.
    private static func after(gap place: Int, _ bytes: [UInt8]) -> Int? {
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: " ") || bytes[place] == dash, isDigit(bytes[place + 1]) else { return nil }
        return place + 1
    }

    /// As many digits as count; more are no number of a telephone, but are passed over together.
    private static func run(_ bytes: [UInt8], _ first: Int) -> Range<Int> {
        var end = first
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return first..<end
    }

    private static func hide(_ bytes: inout [UInt8], _ places: [Int], keepFirst: Int, keepLast: Int) {
        for place in places.dropFirst(keepFirst).dropLast(keepLast) { bytes[place] = star }
    }

    private static func isFree(_ bytes: [UInt8], _ place: Int) -> Bool {
        place >= bytes.count || !isWord(bytes[place])
    }

    // MARK: addresses

    /// - Returns: where to go on: behind the sign, for the domain may hold a number.
    private static func maskAddress(_ bytes: inout [UInt8], _ sign: Int) -> Int {
        var start = sign
        while start > 0, sign - start < longest, isLocal(bytes[start - 1]) { start -= 1 }
        guard start < sign, isDomain(bytes, sign + 1) else { return sign + 1 }
        // Of one letter nothing would be hidden.
        for place in (sign - start > 1 ? start + 1 : start)..<sign { bytes[place] = star }
        return sign + 1
    }

    /// RFC 5321: what stands before the sign.
    private static let longest = 64

    /// Two labels at least, the last one of letters. Pictures are called `icon@2x.png`.
    private static func isDomain(_ bytes: [UInt8], _ first: Int) -> Bool {
        var (place, labels, label) = (first, 0, first)
        var isLetters = true
        while place < bytes.count, place - first < 255 {
            let byte = bytes[place]
            if byte == UInt8(ascii: ".") {
                guard place > label, place + 1 < bytes.count, isAlphanumeric(bytes[place + 1]) else { break }
                if labels == 0, place - label == 2, isDigit(bytes[label]), bytes[label + 1] == UInt8(ascii: "x") { return false }
                labels += 1
                label = place + 1
                isLetters = true
            } else if isAlphanumeric(byte) || byte == dash {
                isLetters = isLetters && isLetter(byte)
            } else {
                break
            }
            place += 1
        }
        return labels > 0 && isLetters && place - label >= 2
    }

    // MARK: bytes

    private static let at = UInt8(ascii: "@")
    private static let plus = UInt8(ascii: "+")
    private static let dash = UInt8(ascii: "-")
    private static let star = UInt8(ascii: "*")

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    private static func isWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == UInt8(ascii: "_") }
    private static func isLocal(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == dash || byte == plus
            || byte == UInt8(ascii: "%")
    }
}
