/// FNV-1a, 64 bits (Fowler, Noll, Vo): the same in every process and version, unlike `Hasher`.
enum CrashFingerprint {
    /// Type and the first five different frames of the app (of all frames, when none is the app's); a message only where there are no frames.
    static func of(_ findings: CrashFindings) -> UInt64 {
        let own = findings.frames.filter(\.isInApp)
        let keys = distinct((own.isEmpty ? findings.frames : own).map(\.key)).prefix(5)
        let places = keys.isEmpty ? [withoutNumbers(findings.reason)] : Array(keys)
        return hash(([findings.format.rawValue, findings.type] + places).joined(separator: "\n"))
    }

    /// Without repeats next to each other, so that the depth of a recursion does not matter.
    private static func distinct(_ keys: [String]) -> [String] {
        keys.enumerated().filter { $0.offset == 0 || keys[$0.offset - 1] != $0.element }.map(\.element)
    }

    /// Every run of digits becomes one `0`: counters and addresses in a message do not make a new crash.
    static func withoutNumbers(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8.prefix(300) {
            guard byte &- 0x30 < 10 else {
                bytes.append(byte)
                continue
            }
            if bytes.last != 0x30 { bytes.append(0x30) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
