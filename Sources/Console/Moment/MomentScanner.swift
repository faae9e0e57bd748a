import Foundation

/// Reads a ``Moment`` byte by byte.
struct MomentScanner {
    private var bytes: ArraySlice<UInt8>

    /// Longer text is nothing this reads.
    init(_ text: String) {
        bytes = ArraySlice(text.utf8.count <= 40 ? Array(text.utf8) : [])
    }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func moment() -> Moment? {
        if bytes.elementsEqual("now".utf8) {
            bytes = []
            return .now
        }
        return take("-") ? ago() : calendar()
    }

    /// What follows the minus sign: a number and its unit.
    private mutating func ago() -> Moment? {
        let digits = bytes.prefix { isDigit($0) }
        guard (1...5).contains(digits.count), let count = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        bytes = bytes.dropFirst(digits.count)
        switch bytes.popFirst() {
        case UInt8(ascii: "m"): return .minutesAgo(count)
        case UInt8(ascii: "h"): return .minutesAgo(count * 60)
        case UInt8(ascii: "d"): return .daysAgo(count)
        case UInt8(ascii: "w"): return .daysAgo(count * 7)
        default: return nil
        }
    }

    private mutating func calendar() -> Moment? {
        guard var time = date() else { return nil }
        if isAtEnd { return .day(time) }
        guard take(" ") || take("T"), clock(&time) else { return nil }
        if isAtEnd { return .wall(time) }
        guard let offset = offset() else { return nil }
        return .exact(Calendar.days(in: .gmt).date(time).addingTimeInterval(-Double(offset)))
    }

    private mutating func date() -> MomentWallTime? {
        var time = MomentWallTime()
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
        guard (1970...2199).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        (time.year, time.month, time.day) = (year, month, day)
        return time
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// `HH:mm`, with seconds and their fraction if they are there; the fraction is dropped.
    private mutating func clock(_ time: inout MomentWallTime) -> Bool {
        guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else { return false }
        (time.hour, time.minute) = (hour, minute)
        guard take(":") else { return true }
        guard let second = number(2), second < 60 else { return false }
        time.second = second
        guard take(".") else { return true }
        let fraction = bytes.prefix { isDigit($0) }
        bytes = bytes.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    /// `Z` or `+08:00`, in seconds. In a query that was not escaped the plus sign arrives as a space.
    private mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+") || take(" "), let hours = number(2), take(":"), let minutes = number(2) else { return nil }
        guard hours < 24, minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// A number of exactly so many digits.
    private mutating func number(_ digits: Int) -> Int? {
        let head = bytes.prefix(digits)
        guard head.count == digits, head.allSatisfy({ isDigit($0) }) else { return nil }
        bytes = bytes.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: scalar) else { return false }
        bytes = bytes.dropFirst()
        return true
    }
}
