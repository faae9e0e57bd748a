/// FNV-1a, 64 bits (Fowler, Noll, Vo): the same in every process and version, unlike `Hasher`.
enum CrashFingerprint {
    /// Type and the first five different frames of the app (of all frames, when none is the app's); a message only where there are no frames.
    static func of(_ findings: CrashFindings) -> UInt64 {
        let keys = keys(findings)
        let places = keys.isEmpty ? [withoutNumbers(findings.reason)] : keys
        return hash(([findings.format.rawValue, findings.type] + places).joined(separator: "\n"))
    }

    private static func keys(_ findings: CrashFindings) -> [String] {
        let own = findings.frames.filter(\.isInApp)
        return Array(distinct((own.isEmpty ? findings.frames : own).map(\.key)).prefix(5))
    }

    /// What went in, for a page that explains it.
    static func lines(_ findings: CrashFindings) -> [CrashKey.Line] {
        let type = CrashKey.Line(subject: .exception, text: findings.type, key: findings.type, word: .type)
        let word: CrashKey.Word = findings.frames.contains(where: \.isInApp) ? .inApp : .system
        let frames = keys(findings).map { CrashKey.Line(subject: .frame, text: $0, key: $0, word: word) }
        let message = CrashKey.Line(
            subject: .message,
            text: findings.reason,
            key: withoutNumbers(findings.reason),
            word: frames.isEmpty ? .message : .hasFrames
        )
        return [type] + frames + [message]
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

    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
