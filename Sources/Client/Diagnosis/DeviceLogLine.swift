/// A line as the console reads it.
enum DeviceLogLine {
    static func bytes(_ time: String, _ level: DeviceLog.Level, _ tag: String, _ text: String, limit: Int) -> [UInt8] {
        var line = Array("\(time) [\(level.rawValue)] [".utf8)
        line.reserveCapacity(line.count + min(text.utf8.count, limit) + 64)
        add(tag, limit: 64, isTag: true, to: &line)
        line += "] ".utf8
        add(text, limit: limit, isTag: false, to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// - Parameter limit: in bytes of UTF-8; cut between scalars.
    private static func add(_ text: String, limit: Int, isTag: Bool, to line: inout [UInt8]) {
        var left = limit
        for scalar in text.unicodeScalars {
            let piece = written(scalar, isTag: isTag)
            left -= piece.count
            guard left >= 0 else {
                line += "…".utf8
                return
            }
            line += piece
        }
    }

    private static func written(_ scalar: Unicode.Scalar, isTag: Bool) -> [UInt8] {
        switch scalar {
        case "\n": Array(#"\n"#.utf8)
        case "\r": Array(#"\r"#.utf8)
        case "]" where isTag: [UInt8(ascii: ")")]
        case _ where scalar.value < 0x20 && scalar != "\t": [UInt8(ascii: " ")]
        default: Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
