extension CrashReport {
    /// Reads a report, whatever wrote it; the format is told by its beginning.
    ///
    /// Takes a time that grows with the bytes and nothing else, and keeps no more than `limits` say. Of a text that ends too early what was there is
    /// read; a file in JSON or a protocol buffer has to be whole.
    /// - Parameter bytes: as uploaded, escapes decoded.
    /// - Throws: a ``CrashReadError`` for what is to be kept and shown raw.
    public static func read(_ bytes: [UInt8], limits: CrashReadLimits = CrashReadLimits()) throws(CrashReadError) -> CrashReport {
        let beginning = CrashBeginning(bytes, limits: limits)
        switch beginning.kind {
        case .empty: throw .empty
        case .unknown: throw .unknown
        case .plcrash: return try CrashPLCrash.read(bytes, limits: limits)
        case .tombstoneMessage: return try CrashTombstoneMessage.read(bytes, limits: limits)
        case .json: return try json(bytes, from: beginning.start, limits)
        case .apple: return apple(beginning.text, limits)
        case .harmony: return whole(CrashHarmony.read(beginning.text, limits: limits), bytes, limits)
        case .tombstone: return whole(CrashTombstone.read(beginning.text, limits: limits), bytes, limits)
        case .java: return whole(CrashJava.read(beginning.text, limits: limits), bytes, limits)
        }
    }

    private static func json(_ bytes: [UInt8], from start: Int, _ limits: CrashReadLimits) throws(CrashReadError) -> CrashReport {
        if CrashSentry.isEvent(bytes, from: start) { return try CrashSentry.read(bytes, from: start, limits: limits) }
        return try CrashIPS.read(bytes, from: start, limits: limits)
    }

    /// A translated report is followed by the JSON it was made of, which says more; where that is broken, the text counts.
    private static func apple(_ text: CrashText, _ limits: CrashReadLimits) -> CrashReport {
        let (report, json) = CrashApple.read(text, limits: limits)
        if let json, let full = try? CrashIPS.read(text.bytes, from: json, limits: limits) { return full }
        return whole(report, text.bytes, limits)
    }

    private static func whole(_ report: CrashReport, _ bytes: [UInt8], _ limits: CrashReadLimits) -> CrashReport {
        var report = report
        report.cut.bytes = max(0, bytes.count - limits.bytes)
        return report
    }
}

/// What a report begins with, and so what it is.
struct CrashBeginning {
    enum Kind {
        case empty, unknown, plcrash, tombstoneMessage, json, apple, tombstone, java, harmony
    }

    let kind: Kind
    /// Where it begins: behind a byte order mark and empty lines.
    let start: Int
    /// All of it from there on, as far as it is read.
    let text: CrashText

    init(_ bytes: [UInt8], limits: CrashReadLimits) {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let end = min(bytes.count, limits.bytes)
        while start < end, CrashText.isSpace(bytes[start]) || bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
        // The first line keeps its indent.
        while start > 0, CrashText.isSpace(bytes[start - 1]) { start -= 1 }
        self.start = start
        text = CrashText(bytes, min(start, end)..<end, limits: limits)
        kind = start >= end ? .empty : Self.kind(bytes, text)
    }

    private static func kind(_ bytes: [UInt8], _ text: CrashText) -> Kind {
        if bytes.starts(with: CrashPLCrash.magic) { return .plcrash }
        // The first fields of a tombstone, an architecture or a fingerprint: control characters that no text begins with.
        if bytes[0] == 0x08 || bytes[0] == 0x12 { return .tombstoneMessage }
        var text = text
        var (first, isJSON): (CrashText.Part?, Bool) = (nil, false)
        while let line = text.line() {
            let content = text.trimmed(line)
            guard !content.isEmpty else { continue }
            if first == nil || isJSON, bytes[content.lowerBound] == UInt8(ascii: "{") {
                // Before iOS 15 a line of JSON stood before Apple's text.
                guard first == nil, text.ends(content, "}") else { return .json }
                isJSON = true
            }
            first = first ?? content
            if let kind = kind(content, text) { return kind }
        }
        if isJSON { return .json }
        // An exception that says so by its name, and has no stack.
        guard let first, let heading = CrashJavaHeading.read(first, text), heading.isSure else { return .unknown }
        return text.ends(heading.type, "Exception") || text.ends(heading.type, "Error") ? .java : .unknown
    }

    /// What a line is a sign of.
    private static func kind(_ line: CrashText.Part, _ text: CrashText) -> Kind? {
        switch text.bytes[line.lowerBound] {
        case UInt8(ascii: "T"):
            isThread(line, text) || text.begins(line, "Translated Report") || text.begins(line, "Triggered by Thread:") ? .apple : nil
        case UInt8(ascii: "I"): text.begins(line, "Incident Identifier:") ? .apple : nil
        case UInt8(ascii: "H"): text.begins(line, "Hardware Model:") ? .apple : nil
        case UInt8(ascii: "E"): text.begins(line, "Exception Type:") ? .apple : nil
        case UInt8(ascii: "B"): text.begins(line, "Binary Images:") ? .apple : text.begins(line, "Build fingerprint:") ? .tombstone : nil
        case UInt8(ascii: "L"): text.begins(line, "Last Exception Backtrace") ? .apple : nil
        case UInt8(ascii: "P"): isProcess(line, text) ? .apple : nil
        case UInt8(ascii: "*"): text.begins(line, "*** *** *** ***") ? .tombstone : nil
        case UInt8(ascii: "p"): text.begins(line, "pid: ") && text.find(", tid: ", in: line) != nil ? .tombstone : nil
        case UInt8(ascii: "s"): text.begins(line, "signal ") && text.find("(SIG", in: line) != nil ? .tombstone : nil
        case UInt8(ascii: "a"): CrashJavaFrame.place(line, text) == nil ? nil : .java
        case UInt8(ascii: "C"): text.begins(line, "Caused by: ") ? .java : nil
        case UInt8(ascii: "D"): text.begins(line, "Device info:") ? .harmony : nil
        case UInt8(ascii: "F"): text.begins(line, "FATAL EXCEPTION:") ? .java : text.begins(line, "Fault thread info:") ? .harmony : nil
        default: nil
        }
    }

    /// `Thread 5 Crashed:`
    private static func isThread(_ line: CrashText.Part, _ text: CrashText) -> Bool {
        guard let rest = text.after(line, "Thread "), let first = rest.first, CrashText.isDigit(text.bytes[first]) else { return false }
        return text.find(UInt8(ascii: ":"), in: rest) != nil
    }

    /// `Process: Demo [49028]`; Android writes `Process: com.example.demo, PID: 4711`.
    private static func isProcess(_ line: CrashText.Part, _ text: CrashText) -> Bool {
        text.begins(line, "Process:") && text.ends(line, "]")
    }
}
