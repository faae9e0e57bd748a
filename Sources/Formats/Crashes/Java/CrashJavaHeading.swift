/// The line that names an exception: `java.lang.IllegalStateException: list closed`.
struct CrashJavaHeading {
    let type: CrashText.Part
    let message: CrashText.Part
    /// Whether the class's name begins with a capital letter, as classes do that nobody obfuscated.
    let isSure: Bool

    /// nil for a line that does not begin with a name with a point in it.
    static func read(_ line: CrashText.Part, _ text: CrashText) -> CrashJavaHeading? {
        let (type, message) = split(line, text)
        guard let point = text.findLast(UInt8(ascii: "."), in: type), point > type.lowerBound, point + 1 < type.upperBound else { return nil }
        guard text.bytes[type].allSatisfy(isNameByte) else { return nil }
        let first = text.bytes[point + 1]
        return CrashJavaHeading(type: type, message: message, isSure: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first))
    }

    /// Before and after the colon.
    static func split(_ line: CrashText.Part, _ text: CrashText) -> (type: CrashText.Part, message: CrashText.Part) {
        guard let colon = text.find(UInt8(ascii: ":"), in: line) else { return (line, line.upperBound..<line.upperBound) }
        return (text.trimmed(line.lowerBound..<colon), text.trimmed((colon + 1)..<line.upperBound))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: byte >= 0x80
        }
    }
}
