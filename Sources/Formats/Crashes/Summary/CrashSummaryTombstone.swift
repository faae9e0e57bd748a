/// Android's native crash as text (AOSP, tombstone_proto_to_text.cpp): `pid: …  >>> process <<<`, `signal 11 (SIGSEGV), code …`,
/// perhaps `Abort message:`, then `backtrace:` with lines `#00 pc 0000000000053ef8  /path/lib.so (function+off)`.
struct CrashSummaryTombstone {
    private var findings = CrashFindings(format: .tombstone)
    private var inBacktrace = false

    /// nil when there is no `signal` line.
    static func read(_ lines: CrashLines) -> CrashFindings? {
        guard lines.all.contains(where: { $0.begins("signal ") && $0.contains("(SIG") }) else { return nil }
        var reader = CrashSummaryTombstone()
        for line in lines.all where !reader.read(line) { break }
        return reader.findings
    }

    /// False after the crashed thread's backtrace; other threads follow.
    private mutating func read(_ line: Substring.UTF8View) -> Bool {
        if inBacktrace { return readFrame(line.trimmed) }
        if line.begins("signal ") {
            readSignal(line)
        } else if let message = line.after("Abort message: ") {
            findings.reason = message.trimmed.text
        } else if line.begins("pid: ") {
            findings.circumstances.process = line.between(">>> ", " <<<")?.text ?? ""
            findings.circumstances.thread = line.between("name: ", "  >>>")?.text ?? ""
        } else {
            findings.time = line.after("Timestamp: ")?.reportTime ?? findings.time
            inBacktrace = line.trimmed.begins("backtrace:")
        }
        return true
    }

    /// `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`
    private mutating func readSignal(_ line: Substring.UTF8View) {
        findings.type = line.between("(", ")")?.text ?? ""
        if findings.reason.isEmpty { findings.reason = line.cut(at: "), ")?.after.text ?? "" }
    }

    private mutating func readFrame(_ line: Substring.UTF8View) -> Bool {
        guard line.begins("#") else { return findings.frames.isEmpty }
        guard findings.frames.count < CrashFrame.most, let (_, place) = line.cut(at: " pc ") else { return true }
        findings.frames.append(frame(place))
        return true
    }

    private func frame(_ place: Substring.UTF8View) -> CrashFrame {
        let (address, rest) = place.cut(at: " ") ?? (place, place.suffix(0))
        let path = rest.trimmed.cut(at: " (")?.before ?? rest.trimmed
        let library = path.split(separator: UInt8(ascii: "/")).last?.text ?? ""
        let function = rest.contains(" (BuildId") && !rest.contains(") (") ? nil : rest.between(" (", "+")?.text
        let name = function.map { "\($0) (\(library))" } ?? "\(library) + 0x\(address.text)"
        return CrashFrame(name: name, key: "\(library) \(function ?? address.text)", isInApp: isOwn(path))
    }

    /// Apps live under /data; the system's libraries do not.
    private func isOwn(_ path: Substring.UTF8View) -> Bool {
        path.begins("/data/") && !path.begins("/data/dalvik-cache/")
    }
}
