/// `      #00 pc 0000000000053ef8  /apex/…/libc.so (offset 0x1000) (abort+164) (BuildId: 29dc…)`: an offset in the file, the file, where the
/// library lies in it, the function, the build id.
enum CrashTombstoneFrame {
    /// nil for another line.
    static func read(_ line: CrashText.Part, _ text: inout CrashText, _ images: inout CrashTombstoneImages) -> CrashReport.Frame? {
        guard let (number, afterNumber) = text.word(line), text.begins(number, "#") else { return nil }
        guard let (pc, afterWord) = text.word(afterNumber), text.equals(pc, "pc") else { return nil }
        guard let (digits, afterOffset) = text.word(afterWord), let offset = text.hex(digits) else { return nil }
        var frame = CrashReport.Frame()
        frame.offset = offset
        let rest = text.trimmed(afterOffset)
        let (path, details) = split(rest, text)
        var parts = details
        parts = withoutOffset(parts, text)
        let id = takeBuildID(&parts, text)
        if !path.isEmpty { frame.image = images.index(of: text.name(path), buildID: id ?? "") }
        frame.module = CrashTombstoneWords.module(text.name(path))
        describe(parts, &frame, &text)
        return frame
    }

    /// The path ends with the first bracket; a file that is gone has one of its own.
    private static func split(_ part: CrashText.Part, _ text: CrashText) -> (path: CrashText.Part, details: CrashText.Part) {
        var rest = part
        while let space = text.find(UInt8(ascii: " "), in: rest) {
            rest = (space + 1)..<part.upperBound
            if text.begins(rest, "("), !text.begins(rest, "(deleted)") { return (part.lowerBound..<space, rest) }
        }
        return (part, part.upperBound..<part.upperBound)
    }

    private static func withoutOffset(_ part: CrashText.Part, _ text: CrashText) -> CrashText.Part {
        guard text.begins(part, "(offset "), let close = text.find(UInt8(ascii: ")"), in: part) else { return part }
        return text.trimmed((close + 1)..<part.upperBound)
    }

    private static func takeBuildID(_ part: inout CrashText.Part, _ text: CrashText) -> String? {
        guard text.ends(part, ")"), let open = text.findLast(UInt8(ascii: "("), in: part) else { return nil }
        guard let id = text.after((open)..<(part.upperBound - 1), "(BuildId:") else { return nil }
        part = text.trimmed(part.lowerBound..<open)
        return text.buildID(id)
    }

    /// `(abort+164)`; the name may have brackets and plus signs of its own.
    private static func describe(_ part: CrashText.Part, _ frame: inout CrashReport.Frame, _ text: inout CrashText) {
        guard part.count >= 2, text.begins(part, "("), text.ends(part, ")") else { return }
        var name = part.dropFirst().dropLast()
        if let plus = text.findLast(UInt8(ascii: "+"), in: name), let offset = text.number((plus + 1)..<name.upperBound) {
            frame.symbolOffset = offset
            name = name.lowerBound..<plus
        }
        frame.symbol = text.name(name)
    }
}
