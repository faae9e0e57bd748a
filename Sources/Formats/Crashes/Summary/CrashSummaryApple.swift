/// Apple's crash text, also as PLCrashReporter writes it (its PLCrashReportTextFormatter): a head of `Key: value`, sections that end
/// with an empty line, and the list of images.
struct CrashSummaryApple {
    private var findings = CrashFindings(format: .apple)
    private var section = Section.head
    private var head: [String: String] = [:]
    private var information: [String] = []
    private var stacks: [Section: [Frame]] = [:]
    private var ownImages: Set<String> = []

    private enum Section: Hashable {
        case head, information, exception, crashed, first, images, other
    }

    private struct Frame {
        let module: String
        let symbol: String?
        let offset: String
    }

    /// nil when no line of the text is one that such reports have.
    static func read(_ lines: CrashLines) -> CrashFindings? {
        let marks = ["Incident Identifier:", "Exception Type:", "Binary Images:", "Thread 0:", "Thread 0 Crashed:"]
        guard lines.all.contains(where: { line in marks.contains { line.begins($0) } }) else { return nil }
        var reader = CrashSummaryApple()
        for line in lines.all { reader.read(line) }
        return reader.finished()
    }

    private mutating func read(_ line: Substring.UTF8View) {
        if let next = start(of: line) {
            section = next
        } else if line.isEmpty, section != .images {
            section = .head
        } else {
            collect(line)
        }
    }

    private func start(of line: Substring.UTF8View) -> Section? {
        if line.begins("Last Exception Backtrace") { return .exception }
        if line.begins("Application Specific Information:") { return .information }
        if line.begins("Binary Images:") { return .images }
        guard line.begins("Thread "), let (number, rest) = line.dropFirst(7).cut(at: ":") else { return nil }
        if number.contains(" Crashed") || rest.isEmpty && number.text == head["Crashed Thread"] { return .crashed }
        guard number.allSatisfy({ $0 &- 0x30 < 10 }) else { return .other }
        return stacks[.first] == nil ? .first : .other
    }

    private mutating func collect(_ line: Substring.UTF8View) {
        switch section {
        case .head: collectHead(line)
        case .information: if information.count < 20 { information.append(line.trimmed.text) }
        case .exception, .crashed, .first: collectFrame(line)
        case .images: collectImage(line)
        case .other: break
        }
    }

    private mutating func collectHead(_ line: Substring.UTF8View) {
        guard head.count < 64, let (key, value) = line.cut(at: ":") else { return }
        head[key.text] = head[key.text] ?? value.trimmed.text
    }

    /// `0   App Name   0x0000000102268e70 symbol + 64`, or `0x10211c000 + 1363568` in place of an unknown symbol.
    private mutating func collectFrame(_ line: Substring.UTF8View) {
        guard let digit = line.trimmed.first, digit &- 0x30 < 10, stacks[section, default: []].count < CrashFrame.most else { return }
        guard let (left, right) = line.cut(at: " 0x"), let (_, place) = right.cut(at: " ") else { return }
        let module = left.trimmed.drop { $0 &- 0x30 < 10 }.trimmed.text
        let parts = place.cut(at: " + ")
        let symbol = (parts?.before ?? place.cut(at: " (")?.before ?? place).trimmed
        let isKnown = !symbol.begins("0x") && !symbol.isEmpty
        stacks[section, default: []].append(Frame(module: module, symbol: isKnown ? symbol.text : nil, offset: parts?.after.trimmed.text ?? ""))
    }

    /// The app's own images lie in its bundle; the Swift runtime may lie there too and is not the app's.
    private mutating func collectImage(_ line: Substring.UTF8View) {
        guard ownImages.count < 512, let (_, path) = line.cut(at: "> "), path.contains(".app/") else { return }
        guard !path.trimmed.begins("/System/"), let name = path.split(separator: UInt8(ascii: "/")).last, !name.begins("libswift") else { return }
        ownImages.insert(name.text)
    }

    private func finished() -> CrashFindings {
        var result = findings
        result.type = uncaught?.name ?? head["Exception Type"] ?? ""
        result.reason = uncaught?.reason ?? reason
        result.frames = stack.map(frame)
        result.time = head["Date/Time"]?[...].utf8.reportTime
        result.circumstances = circumstances
        return result
    }

    /// `*** Terminating app due to uncaught exception 'NSRangeException', reason: '…'`
    private var uncaught: (name: String, reason: String)? {
        for line in information {
            guard let (_, rest) = line[...].utf8.cut(at: "uncaught exception '"), let (name, tail) = rest.cut(at: "'") else { continue }
            let reason = tail.cut(at: "reason: '")?.after
            return (name.text, reason.map { $0.last == UInt8(ascii: "'") ? $0.dropLast().text : $0.text } ?? "")
        }
        return nil
    }

    private var reason: String {
        information.first { !$0.isEmpty } ?? head["Exception Subtype"] ?? head["Exception Codes"] ?? head["Termination Reason"] ?? ""
    }

    private var stack: [Frame] {
        [.exception, .crashed, .first].lazy.compactMap { stacks[$0] }.first ?? []
    }

    private func frame(_ frame: Frame) -> CrashFrame {
        let place = frame.symbol ?? "\(frame.module) + \(frame.offset)"
        return CrashFrame(name: place, key: "\(frame.module) \(frame.symbol ?? frame.offset)", isInApp: isOwn(frame.module))
    }

    private func isOwn(_ module: String) -> Bool {
        ownImages.isEmpty ? !process.isEmpty && module == process : ownImages.contains(module)
    }

    /// `Process: Name [pid]`
    private var process: String {
        let value = head["Process"] ?? ""
        return value[...].utf8.cut(at: " [")?.before.text ?? value
    }

    private var circumstances: CrashCircumstances {
        CrashCircumstances(
            process: process,
            thread: head["Crashed Thread"] ?? head["Triggered by Thread"] ?? "",
            version: head["Version"].flatMap { $0[...].utf8.cut(at: " ")?.before.text ?? $0 } ?? "",
            model: head["Hardware Model"] ?? "",
            osVersion: head["OS Version"] ?? ""
        )
    }
}
