/// One frame of the crashed stack, outermost call last.
struct CrashFrame: Equatable {
    /// As shown.
    var name: String
    /// As compared: no addresses, line numbers or compiler-made numbers.
    var key: String
    var isInApp: Bool

    /// Frames kept of a stack.
    static let most = 64
}

/// What the format readers find; ``CrashSummary`` bounds it.
struct CrashFindings {
    var format = CrashSummary.Format.unknown
    var type = ""
    var reason = ""
    var frames: [CrashFrame] = []
    var time: Int?
    var circumstances = CrashCircumstances()

    init(format: CrashSummary.Format) {
        self.format = format
    }

    /// Recognises the format and reads it.
    init(_ report: [UInt8]) {
        if report.starts(with: "plcrash".utf8) {
            self.init(format: .plcrash)
            return
        }
        let lines = CrashLines(report)
        self =
            CrashSummaryIPS.read(report) ?? CrashSummaryTombstone.read(lines) ?? CrashSummaryApple.read(lines)
            ?? CrashSummaryJava.read(lines) ?? Self.unread(lines)
    }

    private static func unread(_ lines: CrashLines) -> CrashFindings {
        var findings = CrashFindings(format: .unknown)
        findings.reason = lines.all.first { !$0.trimmed.isEmpty }?.trimmed.text ?? ""
        return findings
    }
}

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
