/// Android's native crash as text (AOSP, `tombstone_proto_to_text.cpp`): a head, the crashed thread with its registers and its backtrace, the map
/// of the memory, logs, then the other threads between lines of dashes.
struct CrashTombstone {
    private var text: CrashText
    private var builder: CrashBuilder
    private var images = CrashTombstoneImages()
    private var section = Section.head
    private var uptime: Int?

    private enum Section {
        case head, message, registers, backtrace, map, other
    }

    private init(_ text: CrashText, _ limits: CrashReadLimits) {
        self.text = text
        builder = CrashBuilder(.tombstone, limits: limits)
    }

    static func read(_ text: CrashText, limits: CrashReadLimits) -> CrashReport {
        var reader = CrashTombstone(text, limits)
        while let line = reader.text.line() {
            if limits.stacks == .crashed, reader.hasCrashedThread(before: line) { break }
            reader.read(line)
        }
        return reader.finished()
    }

    /// The thread that crashed comes first.
    private func hasCrashedThread(before line: CrashText.Part) -> Bool {
        guard let thread = builder.report.threads.first else { return false }
        return section == .other && !thread.frames.isEmpty || text.begins(line, "--- --- ---")
    }

    private mutating func read(_ line: CrashText.Part) {
        if section == .message { return collectMessage(line) }
        if line.isEmpty {
            if section == .backtrace || section == .registers { section = .other }
            return
        }
        if !begin(line) { collect(line) }
    }

    /// Whether a part, or a thread, begins with this line.
    private mutating func begin(_ line: CrashText.Part) -> Bool {
        switch text.bytes[line.lowerBound] {
        case UInt8(ascii: "b") where text.begins(line, "backtrace:"): section = .backtrace
        case UInt8(ascii: "m") where text.begins(line, "memory map"): section = .map
        case UInt8(ascii: "m") where text.begins(line, "memory near"): section = .other
        case UInt8(ascii: "-") where text.begins(line, "--- --- ---"): section = .head
        case UInt8(ascii: "-") where text.begins(line, "--------- "): section = .other
        case UInt8(ascii: "o") where text.begins(line, "open files:"): section = .other
        case UInt8(ascii: "p") where section == .head && text.begins(line, "pid: "): readThread(line)
        case UInt8(ascii: "s") where section == .head && text.begins(line, "signal "): readSignal(line)
        default: return false
        }
        return true
    }

    private mutating func collect(_ line: CrashText.Part) {
        switch section {
        case .head where CrashText.isSpace(text.bytes[line.lowerBound]):
            section = .registers
            collectRegisters(line)
        case .head: readHead(line)
        case .registers: collectRegisters(line)
        case .backtrace: collectFrame(line)
        case .map: images.map(line, &text)
        case .message, .other: break
        }
    }

    // MARK: the head

    private mutating func readHead(_ line: CrashText.Part) {
        if let value = text.after(line, "Build fingerprint:") {
            CrashTombstoneWords.describe(&builder.report.device, fingerprint: text.name(unquoted(value)))
        } else if let value = text.after(line, "ABI:") {
            builder.report.device.architecture = text.name(unquoted(value))
        } else if let value = text.after(line, "Timestamp:") {
            builder.report.time = text.time(value)
        } else if let value = text.after(line, "Process uptime:") {
            uptime = text.number(text.ends(value, "s") ? value.dropLast() : value).map { min($0, 1 << 32) }
        } else if let value = text.after(line, "Cause:") {
            builder.add(information: text.message(value))
        } else if let value = text.after(line, "Abort message:") {
            section = .message
            collectMessage(text.begins(value, "'") ? value.dropFirst() : value)
        }
    }

    private func unquoted(_ value: CrashText.Part) -> CrashText.Part {
        value.count >= 2 && text.begins(value, "'") && text.ends(value, "'") ? value.dropFirst().dropLast() : value
    }

    /// Up to the quotation mark at the end of a line; where that was lost, up to what comes next.
    private mutating func collectMessage(_ line: CrashText.Part) {
        if text.begins(line, "backtrace:") || ["    x0 ", "    r0 ", "    eax ", "    rax "].contains(where: { text.begins(line, $0) }) {
            section = .head
            return read(line)
        }
        let isLast = text.ends(line, "'")
        if builder.report.abortMessage.utf8.count < builder.limits.message {
            let part = text.message(isLast ? line.dropLast() : line)
            builder.report.abortMessage += (builder.report.abortMessage.isEmpty ? "" : "\n") + part
        }
        if isLast { section = .head }
    }

    /// `pid: 4711, tid: 4712, name: main  >>> com.example.demo <<<`; the first thread is the one that crashed.
    private mutating func readThread(_ line: CrashText.Part) {
        let number = text.between(line, "tid: ", ",").flatMap { text.number(text.trimmed($0)) }
        var thread = CrashReport.Thread(number: number ?? 0)
        thread.isCrashed = builder.report.threads.isEmpty
        if let name = text.between(line, "name: ", ">>>") { thread.name = text.name(text.trimmed(name)) }
        if thread.isCrashed {
            builder.report.app.processID = text.between(line, "pid: ", ",").flatMap { text.number(text.trimmed($0)) }
            let process = text.between(line, ">>> ", " <<<").map { text.name($0) } ?? ""
            CrashTombstoneWords.describe(&builder.report.app, process: process)
        }
        builder.add(thread)
    }

    /// `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`
    private mutating func readSignal(_ line: CrashText.Part) {
        guard builder.report.exception.signal.isEmpty else { return }
        builder.report.exception.signal = text.between(line, "(", ")").map { text.name($0) } ?? ""
        guard let (_, code) = text.cut(line, at: ", code ") else { return }
        let words = text.between(code, "(", ")") ?? text.word(code)?.word ?? code
        builder.report.exception.codes = text.name(words)
        guard let (_, address) = text.cut(code, at: "fault addr "), let (word, _) = text.word(address) else { return }
        builder.report.exception.address = text.hex(word)
    }

    // MARK: the thread

    /// `    x0  0000000000000000  x1  0000000000001267`, only of the crashed thread.
    private mutating func collectRegisters(_ line: CrashText.Part) {
        guard builder.report.threads.count <= 1 else { return }
        var rest = line
        while let (name, afterName) = text.word(rest), let (value, afterValue) = text.word(afterName) {
            rest = afterValue
            guard let value = text.hex(value) else { return }
            builder.add(CrashReport.Register(name: text.name(name), value: value))
        }
    }

    private mutating func collectFrame(_ line: CrashText.Part) {
        guard let frame = CrashTombstoneFrame.read(line, &text, &images) else { return }
        if builder.report.threads.isEmpty {
            var thread = CrashReport.Thread(number: 0)
            thread.isCrashed = true
            builder.add(thread)
        }
        builder.add(frame)
    }

    private mutating func finished() -> CrashReport {
        for image in images.all { builder.add(image) }
        var report = builder.finish()
        if let time = report.time, let uptime { report.launchTime = time - uptime * 1000 }
        report.placeTombstone()
        return report
    }
}
