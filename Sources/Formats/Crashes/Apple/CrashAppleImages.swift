/// A line of `Binary Images`: `0x10211c000 - 0x1024b3fff +Demo App arm64 (1.2) <uuid> /path/Demo App`, the end inclusive. macOS leaves out the
/// architecture; names and paths may have spaces.
struct CrashAppleImages {
    private var wanted: CrashWantedImages?

    /// nil for another line, and for an image that is not wanted.
    mutating func read(_ line: CrashText.Part, _ text: inout CrashText, _ builder: CrashBuilder) -> CrashReport.Image? {
        guard let (first, afterFirst) = text.word(line), text.begins(first, "0x"), let base = text.hex(first) else { return nil }
        guard let (dash, afterDash) = text.word(afterFirst), text.equals(dash, "-") else { return nil }
        guard let (last, rest) = text.word(afterDash), let end = text.hex(last), end >= base else { return nil }
        guard wants(base...end, text.trimmed(rest), text, builder) else { return nil }
        var image = CrashReport.Image()
        image.base = base
        // The last of all addresses is the end of what stands for an unknown image.
        image.size = end - base == .max ? .max : end - base + 1
        describe(text.trimmed(rest), &image, &text)
        if image.name == "???" { image.name = "" }
        return image
    }

    private mutating func wants(_ range: ClosedRange<UInt64>, _ part: CrashText.Part, _ text: CrashText, _ builder: CrashBuilder) -> Bool {
        guard builder.limits.stacks == .crashed else { return true }
        let wanted = self.wanted ?? CrashWantedImages(builder.report)
        self.wanted = wanted
        return wanted.contains(range) || wanted.contains(name: text.begins(part, "+") ? part.dropFirst() : part, text)
    }

    private func describe(_ part: CrashText.Part, _ image: inout CrashReport.Image, _ text: inout CrashText) {
        guard let (names, id, path) = split(part, text) else {
            image.name = text.name(part)
            return
        }
        image.buildID = text.buildID(id) ?? ""
        image.path = text.equals(path, "???") ? "" : text.name(path)
        name(names, &image, &text)
    }

    /// Around `<uuid>`: of all brackets that open before one that closes only the last can hold digits, and each byte is looked at once.
    private func split(_ part: CrashText.Part, _ text: CrashText) -> (names: CrashText.Part, id: CrashText.Part, path: CrashText.Part)? {
        var rest = part
        while let close = text.find(UInt8(ascii: ">"), in: rest) {
            let before = rest.lowerBound..<close
            rest = (close + 1)..<part.upperBound
            guard let open = text.findLast(UInt8(ascii: "<"), in: before) else { continue }
            let id = (open + 1)..<close
            if CrashBuildID.isHex(id, in: text.bytes) || text.equals(id, "???") {
                return (text.trimmed(part.lowerBound..<open), id, text.trimmed(rest))
            }
        }
        return nil
    }

    /// `+Demo App arm64 (1.2)`
    private func name(_ part: CrashText.Part, _ image: inout CrashReport.Image, _ text: inout CrashText) {
        var names = part
        if text.ends(names, ")"), let open = text.findLast(UInt8(ascii: "("), in: names), open > names.lowerBound {
            let inner = text.name((open + 1)..<(names.upperBound - 1))
            // Some put the architecture there.
            if Self.isArchitecture(inner) { image.architecture = inner } else { image.version = inner }
            names = text.trimmed(names.lowerBound..<open)
        }
        if let space = text.findLast(UInt8(ascii: " "), in: names) {
            let word = text.name((space + 1)..<names.upperBound)
            let (isKnown, isUnknown) = (Self.isArchitecture(word), Self.isUnknown(word))
            if isKnown { image.architecture = word }
            if isKnown || isUnknown { names = text.trimmed(names.lowerBound..<space) }
        }
        if text.begins(names, "+") { names = (names.lowerBound + 1)..<names.upperBound }
        image.name = text.name(text.trimmed(names))
    }

    private static func isArchitecture(_ word: String) -> Bool {
        switch word {
        case "arm64", "arm64e", "arm64_32", "armv6", "armv7", "armv7s", "armv7k", "armv8", "arm", "x86_64", "x86_64h", "i386", "ppc", "ppc64",
            "powerpc":
            true
        default: false
        }
    }

    private static func isUnknown(_ word: String) -> Bool {
        switch word {
        case "arm-unknown", "arm64-unknown", "unknown-arch", "unknown", "???": true
        default: false
        }
    }
}
