/// HarmonyOS's fault logs as text (OpenHarmony, `hiviewdfx_faultloggerd` and `hiviewdfx_hiview`; docs "Analyzing C++ Crash", "Analyzing JS Crash"):
/// a head of fields, then of native code the thread that crashed, its registers, the other threads and the maps; of scripts the error and its stack.
struct CrashHarmony {
    private var text: CrashText
    private var builder: CrashBuilder
    private var images = CrashTombstoneImages()
    private var section = Section.head
    private var thrown: CrashReport.Thrown?

    private enum Section {
        case head, faultThread, otherThreads, registers, stack, rest
    }

    private init(_ text: CrashText, _ limits: CrashReadLimits) {
        self.text = text
        builder = CrashBuilder(.harmony, limits: limits)
    }

    static func read(_ text: CrashText, limits: CrashReadLimits) -> CrashReport {
        var reader = CrashHarmony(text, limits)
        while let line = reader.text.line() {
            let content = reader.text.trimmed(line)
            if !content.isEmpty { reader.read(content) }
        }
        return reader.finished()
    }

    private mutating func read(_ line: CrashText.Part) {
        if begin(line) { return }
        switch section {
        case .head: readHead(line)
        case .faultThread, .otherThreads: collectThread(line)
        case .registers: collectRegisters(line)
        case .stack: collectCall(line)
        case .rest: break
        }
    }

    /// Whether a part begins with this line.
    private mutating func begin(_ line: CrashText.Part) -> Bool {
        switch text.bytes[line.lowerBound] {
        case UInt8(ascii: "F") where text.begins(line, "Fault thread info:"): section = .faultThread
        case UInt8(ascii: "O") where text.begins(line, "Other thread info:"): section = .otherThreads
        case UInt8(ascii: "R") where text.begins(line, "Registers:"): section = .registers
        case UInt8(ascii: "S") where text.begins(line, "Stacktrace:"): section = .stack
        case UInt8(ascii: "H") where text.begins(line, "HybridStack"), UInt8(ascii: "M") where text.begins(line, "Memory near registers:"),
            UInt8(ascii: "M") where text.begins(line, "Maps:"), UInt8(ascii: "H") where text.begins(line, "HiLog:"):
            section = .rest
        default: return false
        }
        return true
    }

    // MARK: the head

    private mutating func readHead(_ line: CrashText.Part) {
        if let value = text.after(line, "Device info:") {
            builder.report.device.model = text.name(value)
        } else if let value = text.after(line, "Build info:") {
            builder.report.device.system = text.name(value)
        } else if let value = text.after(line, "Module name:") {
            builder.report.app.identifier = text.name(value)
        } else if let value = text.after(line, "Version:") {
            builder.report.app.version = text.name(value)
        } else if let value = text.after(line, "VersionCode:") {
            builder.report.app.build = text.name(value)
        } else if let value = text.after(line, "Foreground:") {
            builder.report.isForeground = text.equals(value, "Yes") ? true : text.equals(value, "No") ? false : nil
        } else if let value = text.after(line, "Timestamp:") {
            builder.report.time = text.time(value)
        } else {
            readProcess(line)
        }
    }

    private mutating func readProcess(_ line: CrashText.Part) {
        if let value = text.after(line, "Pid:") {
            builder.report.app.processID = text.number(value)
        } else if let value = text.after(line, "Process name:") {
            builder.report.app.process = text.name(value)
        } else if let value = text.after(line, "Fingerprint:") {
            builder.report.incident = text.name(value)
        } else if let value = text.after(line, "Reason:") {
            readReason(value)
        } else if let value = text.after(line, "LastFatalMessage:") {
            builder.report.abortMessage = text.message(value)
        } else if let value = text.after(line, "Error name:") {
            thrown = CrashReport.Thrown(type: text.name(value))
        } else if let value = text.after(line, "Error message:") {
            thrown?.message = text.message(value)
        } else if let value = text.after(line, "Error code:") {
            builder.report.exception.codes = text.name(value)
        }
    }

    /// `Signal:SIGSEGV(SEGV_MAPERR)@0x00000004`; of a script the error's name.
    private mutating func readReason(_ value: CrashText.Part) {
        guard let signal = text.after(value, "Signal:") else { return }
        let name = text.cut(signal, at: "(")?.before ?? text.cut(signal, at: "@")?.before ?? signal
        builder.report.exception.signal = text.name(text.trimmed(name))
        if let code = text.between(signal, "(", ")") { builder.report.exception.codes = text.name(code) }
        guard let (_, address) = text.cut(signal, at: "@"), let (digits, _) = text.word(address) else { return }
        builder.report.exception.address = text.hex(digits)
    }

    // MARK: native code

    private mutating func collectThread(_ line: CrashText.Part) {
        if let value = text.after(line, "Tid:") { return beginThread(value) }
        guard builder.limits.stacks == .all || section == .faultThread, let frame = frame(line) else { return }
        if builder.report.threads.isEmpty { beginThread(line.upperBound..<line.upperBound) }
        builder.add(frame)
    }

    /// `19832, Name:com.example.demo`
    private mutating func beginThread(_ value: CrashText.Part) {
        guard builder.wants(isCrashed: section == .faultThread) else { return }
        let number = text.cut(value, at: ",")?.before ?? value
        var thread = CrashReport.Thread(number: text.number(text.trimmed(number)) ?? 0)
        thread.isCrashed = section == .faultThread && builder.report.threads.isEmpty
        if let (_, name) = text.cut(value, at: "Name:") { thread.name = text.name(text.trimmed(name)) }
        builder.add(thread)
    }

    /// `#00 pc 00000000000f8a14 /system/lib/ld-musl-aarch64.so.1(raise+228)(6f2d1a90b3c84e57a1f0d2c4b6e89735)`, or `#01 at name (file:line)` for a
    /// frame of a script among them.
    private mutating func frame(_ line: CrashText.Part) -> CrashReport.Frame? {
        guard let (number, afterNumber) = text.word(line), text.begins(number, "#"), let (word, rest) = text.word(afterNumber) else { return nil }
        if text.equals(word, "at") { return CrashHarmonyCall.read(text.trimmed(afterNumber), &text) }
        guard text.equals(word, "pc"), let (digits, place) = text.word(rest), let offset = text.hex(digits) else { return nil }
        var frame = CrashReport.Frame()
        frame.offset = offset
        var parts = text.trimmed(place)
        let id = takeBracket(&parts, isBuildID: true).flatMap { text.buildID($0) }
        if let symbol = takeBracket(&parts, isBuildID: false) { describe(symbol, &frame) }
        frame.module = CrashTombstoneWords.module(text.name(parts))
        if !parts.isEmpty { frame.image = images.index(of: text.name(parts), buildID: id ?? "") }
        return frame
    }

    /// The brackets at the end, which may hold others.
    private func takeBracket(_ part: inout CrashText.Part, isBuildID: Bool) -> CrashText.Part? {
        guard text.ends(part, ")") else { return nil }
        var (depth, place) = (0, part.upperBound)
        while place > part.lowerBound {
            place -= 1
            if text.bytes[place] == UInt8(ascii: ")") { depth += 1 }
            if text.bytes[place] == UInt8(ascii: "(") { depth -= 1 }
            guard depth > 0 else { break }
        }
        let inner = (place + 1)..<max(place + 1, part.upperBound - 1)
        guard depth == 0, place < part.upperBound - 1, !isBuildID || text.buildID(inner) != nil else { return nil }
        part = text.trimmed(part.lowerBound..<place)
        return inner
    }

    /// `raise+228`
    private mutating func describe(_ part: CrashText.Part, _ frame: inout CrashReport.Frame) {
        var name = part
        if let plus = text.findLast(UInt8(ascii: "+"), in: part), let offset = text.number((plus + 1)..<part.upperBound) {
            frame.symbolOffset = offset
            name = part.lowerBound..<plus
        }
        frame.symbol = text.name(name)
    }

    /// `x0:0000000000000000 x1:0000000000004d78`
    private mutating func collectRegisters(_ line: CrashText.Part) {
        var rest = line
        while let (word, after) = text.word(rest) {
            rest = after
            guard let (name, digits) = text.cut(word, at: ":"), let value = text.hex(digits) else {
                section = .rest
                return
            }
            builder.add(CrashReport.Register(name: text.name(name), value: value))
        }
    }

    // MARK: scripts

    private mutating func collectCall(_ line: CrashText.Part) {
        guard let call = CrashHarmonyCall.read(line, &text) else { return }
        if let thrown {
            builder.add(thrown)
            self.thrown = nil
        } else if builder.report.thrown.isEmpty {
            builder.add(CrashReport.Thrown(type: ""))
        }
        builder.add(thrownFrame: call)
    }

    private mutating func finished() -> CrashReport {
        if let thrown { builder.add(thrown) }
        for image in images.all { builder.add(image) }
        var report = builder.finish()
        report.placeTombstone()
        return report
    }
}

/// `at total (entry|entry|1.0.0|src/main/ets/model/OrderModel.ets:83:28)`, `at total entry (src/main/ets/model/OrderModel.ts:83:28)`: a function, and in
/// brackets its module, the module that calls it, the version, and the place.
enum CrashHarmonyCall {
    /// nil for another line.
    static func read(_ line: CrashText.Part, _ text: inout CrashText) -> CrashReport.Frame? {
        guard let rest = text.after(line, "at "), let (function, details) = text.word(rest) else { return nil }
        guard let place = text.between(details, "(", ")") else { return nil }
        var frame = CrashReport.Frame()
        frame.symbol = text.name(function)
        let isOwn = text.find(UInt8(ascii: "|"), in: place) != nil || text.begins(place, "src/") || text.find("/ets/", in: place) != nil
        frame.isInApp = isOwn
        var file = text.findLast(UInt8(ascii: "|"), in: place).map { ($0 + 1)..<place.upperBound } ?? place
        // Line and column.
        if let colon = text.findLast(UInt8(ascii: ":"), in: file), let column = text.number((colon + 1)..<file.upperBound) {
            file = file.lowerBound..<colon
            frame.line = column
            if let second = text.findLast(UInt8(ascii: ":"), in: file), let line = text.number((second + 1)..<file.upperBound) {
                file = file.lowerBound..<second
                frame.line = line
            }
        }
        frame.file = text.name(file)
        // Functions of scripts are often nameless: their file tells them apart.
        frame.type = CrashPath.lastComponent(withoutEnding(frame.file))
        return frame
    }

    private static func withoutEnding(_ file: String) -> String {
        file.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(file[..<$0]) } ?? file
    }
}

/// What a list shows of one, read by the reader itself.
enum CrashSummaryHarmony {
    /// nil for another format.
    static func read(_ bytes: [UInt8]) -> CrashFindings? {
        let beginning = CrashBeginning(bytes, limits: .grouping)
        guard beginning.kind == .harmony else { return nil }
        let report = CrashHarmony.read(beginning.text, limits: .grouping)
        var inApp = CrashInApp(report, .standard)
        var findings = CrashFindings(format: .harmony)
        findings.type = report.thrown.first?.type ?? report.exception.name
        findings.reason = report.thrown.first?.message ?? CrashReason.of(report, nil)
        findings.time = report.time
        findings.circumstances = CrashCircumstances(report)
        let frames = report.thrown.first?.frames ?? report.crashedThread?.frames ?? []
        for frame in frames.prefix(CrashFrame.most) {
            let isOwn = inApp.isInApp(frame)
            let key = CrashSymbolKey.of(frame, isInApp: isOwn) ?? ""
            findings.frames.append(CrashFrame(name: CrashSymbolName.of(frame, .harmony), key: key, isInApp: isOwn))
        }
        return findings
    }
}
