/// What the beginning of a line says: when, how grave, of what. Lines without a beginning belong to the one before them.
///
/// Read are the console's own client (`2026-11-23 10:15:30.123 [I] [tag] text`), logcat (`11-23 10:15:30.123  1234  5678 I Tag: text`, also with the
/// year), NSLog and Apple's unified log (`2026-11-23 10:15:30.123 App[12:34] text`, perhaps with a zone behind the time), and what mPaaS stores on a
/// device (`1_ 99_1795228800.4_line$$`).
struct DeviceLogHead: Equatable {
    /// Milliseconds since 1970.
    var time: Int
    var level = DeviceLogLevel.unknown
    var tag = ""
    /// Where the text is in the line.
    var text: Range<Int>
}

/// Reads beginnings of lines.
struct DeviceLogHeadReader {
    /// Seconds that the device's clock is ahead of UTC, where the line does not say.
    let utcOffset: Int
    /// Milliseconds since 1970, about when the lines were written: logcat leaves out the year.
    let reference: Int

    /// - Returns: nil for a line that begins as none of them.
    func head(of line: [UInt8]) -> DeviceLogHead? {
        stored(line) ?? dated(line) ?? logcat(line)
    }

    // MARK: with a date

    private func dated(_ line: [UInt8]) -> DeviceLogHead? {
        guard line.count >= 19, let local = LogLocalTime(Self.text(line, 0..<(Self.hasFraction(line) ? 23 : 19))) else { return nil }
        var place = Self.hasFraction(line) ? 23 : 19
        // Apple writes microseconds.
        while place < line.count, Self.isDigit(line[place]) { place += 1 }
        let offset = Self.zone(line, &place) ?? utcOffset
        let time = local.epochMilliseconds(utcOffset: offset)
        Self.skipSpaces(line, &place)
        return bracketed(line, place, time) ?? process(line, place, time) ?? numbered(line, place, time)
            ?? DeviceLogHead(time: time, text: place..<line.count)
    }

    private static func hasFraction(_ line: [UInt8]) -> Bool {
        line.count >= 23 && line[19] == UInt8(ascii: ".") && line[20...22].allSatisfy(isDigit)
    }

    /// `+0800` or `+08:00` behind a time.
    private static func zone(_ line: [UInt8], _ place: inout Int) -> Int? {
        guard place < line.count, line[place] == UInt8(ascii: "+") || line[place] == UInt8(ascii: "-") else { return nil }
        for count in [6, 5] where place + count <= line.count {
            guard let seconds = UTCOffset.seconds(text(line, place..<place + count)) else { continue }
            place += count
            return seconds
        }
        return nil
    }

    /// `[I] [tag] text`, or `[I] text`.
    private func bracketed(_ line: [UInt8], _ start: Int, _ time: Int) -> DeviceLogHead? {
        guard start + 3 <= line.count, line[start] == UInt8(ascii: "["), line[start + 2] == UInt8(ascii: "]"),
            let level = DeviceLogLevel(letter: line[start + 1])
        else { return nil }
        var place = start + 3
        Self.skipSpaces(line, &place)
        var tag = ""
        if place < line.count, line[place] == UInt8(ascii: "["),
            let end = line[place...].prefix(Self.longestTag + 2).firstIndex(of: UInt8(ascii: "]"))
        {
            tag = Self.text(line, place + 1..<end)
            place = end + 1
            Self.skipSpaces(line, &place)
        }
        return DeviceLogHead(time: time, level: level, tag: tag, text: place..<line.count)
    }

    /// `App[12:34] text`, as NSLog writes it; the app is the tag.
    private func process(_ line: [UInt8], _ start: Int, _ time: Int) -> DeviceLogHead? {
        let word = line[start...].prefix(Self.longestTag)
        guard let open = word.firstIndex(of: UInt8(ascii: "[")), open > start, !word[..<open].contains(UInt8(ascii: " ")),
            let close = line[open...].prefix(40).firstIndex(of: UInt8(ascii: "]")),
            line[open + 1..<close].allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ":") || Self.isHex($0) }), close > open + 1
        else { return nil }
        var place = close + 1
        Self.skipSpaces(line, &place)
        return DeviceLogHead(time: time, tag: Self.text(line, start..<open), text: place..<line.count)
    }

    // MARK: logcat

    /// `11-23 10:15:30.123  1234  5678 I Tag: text`; the year is the one that is nearest to when the log was written.
    private func logcat(_ line: [UInt8]) -> DeviceLogHead? {
        guard line.count >= 18, line[2] == UInt8(ascii: "-"), line[5] == UInt8(ascii: " ") else { return nil }
        let year = LogCalendar.year(of: reference + utcOffset * 1000)
        let tail = Self.text(line, 0..<18)
        let times = [year - 1, year, year + 1].compactMap { LogLocalTime("\($0)-\(tail)")?.epochMilliseconds(utcOffset: utcOffset) }
        guard let time = times.min(by: { abs($0 - reference) < abs($1 - reference) }) else { return nil }
        var place = 18
        Self.skipSpaces(line, &place)
        return numbered(line, place, time)
    }

    /// `1234  5678 I Tag: text`.
    private func numbered(_ line: [UInt8], _ start: Int, _ time: Int) -> DeviceLogHead? {
        var place = start
        for _ in 0..<2 {
            let first = place
            while place < line.count, Self.isDigit(line[place]) { place += 1 }
            guard place > first, place < line.count, line[place] == UInt8(ascii: " ") else { return nil }
            Self.skipSpaces(line, &place)
        }
        guard place + 1 < line.count, line[place + 1] == UInt8(ascii: " "), let level = DeviceLogLevel(letter: line[place]) else { return nil }
        place += 2
        guard let colon = line[place...].prefix(Self.longestTag).firstIndex(of: UInt8(ascii: ":")) else {
            return DeviceLogHead(time: time, level: level, text: place..<line.count)
        }
        var end = colon
        while end > place, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
        let tag = Self.text(line, place..<end)
        place = colon + 1
        Self.skipSpaces(line, &place)
        return DeviceLogHead(time: time, level: level, tag: tag, text: place..<line.count)
    }

    // MARK: as mPaaS stores it

    /// `1_ 99_1795228800.4_line$$`: whether it was sent, its length, and seconds since 1970.
    private func stored(_ line: [UInt8]) -> DeviceLogHead? {
        guard line.count > 6, line[0] == UInt8(ascii: "0") || line[0] == UInt8(ascii: "1"), line[1] == UInt8(ascii: "_") else { return nil }
        guard let second = line[2...].prefix(12).firstIndex(of: UInt8(ascii: "_")),
            line[2..<second].allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: " ") }),
            let third = line[(second + 1)...].prefix(24).firstIndex(of: UInt8(ascii: "_")),
            let seconds = Double(Self.text(line, second + 1..<third)), seconds >= 0, seconds < 1e11
        else { return nil }
        let isEnded = line.suffix(2).elementsEqual("$$".utf8)
        let end = max(third + 1, isEnded ? line.count - 2 : line.count)
        return DeviceLogHead(time: Int((seconds * 1000).rounded()), text: third + 1..<end)
    }

    // MARK: bytes

    private static let longestTag = 128

    private static func text(_ line: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: line[range], as: UTF8.self)
    }

    private static func skipSpaces(_ line: [UInt8], _ place: inout Int) {
        while place < line.count, line[place] == UInt8(ascii: " ") || line[place] == UInt8(ascii: "\t") { place += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHex(_ byte: UInt8) -> Bool { (0x61...0x66).contains(byte) || byte == UInt8(ascii: "x") }
}

/// Years of the Gregorian calendar.
enum LogCalendar {
    /// The year that a local time in milliseconds since 1970 is in (Hinnant, "chrono-compatible low-level date algorithms", civil_from_days).
    static func year(of milliseconds: Int) -> Int {
        let days = Int((Double(milliseconds) / 86_400_000).rounded(.down)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0)
    }
}
