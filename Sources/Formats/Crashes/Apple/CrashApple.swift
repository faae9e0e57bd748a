/// Apple's crash text in all its shapes (Apple, "Examining the fields in a crash report"), also as PLCrashReporter writes it
/// (`PLCrashReportTextFormatter.m`): a head of `Key: value`, stacks, registers, images. The shapes differ in columns, tabs and empty lines, so a
/// part begins with its heading and ends with the next one.
struct CrashApple {
    private var text: CrashText
    private var builder: CrashBuilder
    private var head = CrashAppleHead()
    private var section = Section.head
    private var images = CrashAppleImages()
    /// Of the next thread: its name and queue stand in a line before it.
    private var announced: (number: Int, name: String, queue: String)?

    private enum Section {
        case head, information, region, summary, stack, exception, registers, images, other
    }

    private init(_ text: CrashText, _ limits: CrashReadLimits) {
        self.text = text
        builder = CrashBuilder(.apple, limits: limits)
    }

    /// - Returns: the report, and where the JSON begins that a translated report is followed by.
    static func read(_ text: CrashText, limits: CrashReadLimits) -> (report: CrashReport, json: Int?) {
        var reader = CrashApple(text, limits)
        while let line = reader.text.line() {
            guard !reader.text.begins(line, "Full Report") else { return (reader.finished(), reader.json()) }
            reader.read(line)
        }
        return (reader.finished(), nil)
    }

    /// After the dashes under the heading.
    private mutating func json() -> Int? {
        while let line = text.line() {
            if line.isEmpty || text.begins(line, "---") { continue }
            return text.bytes[line.lowerBound] == UInt8(ascii: "{") ? line.lowerBound : nil
        }
        return nil
    }

    private mutating func read(_ line: CrashText.Part) {
        if line.isEmpty {
            if section != .images { section = .head }
        } else if !begin(line) {
            collect(line)
        }
    }

    // MARK: headings

    /// Whether a part begins with this line.
    private mutating func begin(_ line: CrashText.Part) -> Bool {
        switch text.bytes[line.lowerBound] {
        case UInt8(ascii: "T"): return text.begins(line, "Thread ") && beginThread(line)
        case UInt8(ascii: "L") where text.begins(line, "Last Exception Backtrace"): beginException(line)
        case UInt8(ascii: "A") where text.begins(line, "Application Specific Information:"): beginInformation(line)
        case UInt8(ascii: "A") where text.begins(line, "Application Specific "): section = .other
        case UInt8(ascii: "B") where text.begins(line, "Binary Images"): section = .images
        case UInt8(ascii: "V") where text.begins(line, "VM Region Info:"): beginRegion(line)
        case UInt8(ascii: "V") where text.begins(line, "VM Region Summary:"): section = .summary
        case UInt8(ascii: "E") where text.begins(line, "External Modification Summary:"): section = .other
        case UInt8(ascii: "F") where text.begins(line, "Filtered syslog:"): section = .other
        case UInt8(ascii: "E") where text.equals(line, "EOF"): section = .head
        default: return false
        }
        return true
    }

    private mutating func beginThread(_ line: CrashText.Part) -> Bool {
        guard let heading = CrashAppleThread(line, &text) else { return false }
        switch heading.kind {
        case .name: announced = (heading.number, heading.name, heading.queue)
        case .state: section = .registers
        case .stack(let isCrashed):
            guard builder.wants(isCrashed: isCrashed || heading.number == head.crashedThread(text)) else {
                section = .other
                break
            }
            var thread = CrashReport.Thread(number: heading.number)
            thread.isCrashed = isCrashed
            (thread.name, thread.queue) = (heading.name, heading.queue)
            if let announced, announced.number == heading.number { (thread.name, thread.queue) = (announced.name, announced.queue) }
            thread.frames.reserveCapacity(16)
            builder.add(thread)
            section = .stack
        }
        return true
    }

    private mutating func beginException(_ line: CrashText.Part) {
        section = .exception
        builder.add(CrashReport.Thrown(type: ""))
        guard let (_, addresses) = text.cut(line, at: "(") else { return }
        addAddresses(addresses)
    }

    private mutating func beginInformation(_ line: CrashText.Part) {
        section = .information
        if let first = text.after(line, "Application Specific Information:"), !first.isEmpty { collect(first) }
    }

    private mutating func beginRegion(_ line: CrashText.Part) {
        section = .region
        if let first = text.after(line, "VM Region Info:") { builder.report.memory.region = text.message(first) }
    }

    // MARK: lines

    private mutating func collect(_ line: CrashText.Part) {
        switch section {
        case .head: head.read(line, &text)
        case .information: builder.add(information: text.message(text.trimmed(line)))
        case .region: collectRegion(line)
        case .summary: collect(line, into: \.memory.summary)
        case .stack: collectFrame(line)
        case .exception: collectExceptionFrame(line)
        case .registers: collectRegisters(line)
        case .images: if let image = images.read(line, &text, builder) { builder.add(image) }
        case .other: break
        }
    }

    /// Its lines are indented or drawn with dashes; the head goes on after them.
    private mutating func collectRegion(_ line: CrashText.Part) {
        guard CrashText.isSpace(text.bytes[line.lowerBound]) || text.begins(line, "--->") else {
            section = .head
            return collect(line)
        }
        collect(line, into: \.memory.region)
    }

    private mutating func collect(_ line: CrashText.Part, into place: WritableKeyPath<CrashReport, String>) {
        guard builder.report[keyPath: place].utf8.count < builder.limits.message else { return }
        builder.report[keyPath: place] += (builder.report[keyPath: place].isEmpty ? "" : "\n") + text.message(line)
    }

    private mutating func collectFrame(_ line: CrashText.Part) {
        var frame = CrashReport.Frame()
        if CrashAppleFrame.read(line, &text, &frame) { builder.add(frame) } else { head.read(line, &text) }
    }

    private mutating func collectExceptionFrame(_ line: CrashText.Part) {
        var frame = CrashReport.Frame()
        if CrashAppleFrame.read(line, &text, &frame) {
            builder.add(thrownFrame: frame)
        } else if text.begins(line, "(") {
            addAddresses((line.lowerBound + 1)..<line.upperBound)
        } else {
            head.read(line, &text)
        }
    }

    /// `0x1b3f03e68 0x1b3efed54)`: a backtrace of which nothing but addresses is known.
    private mutating func addAddresses(_ addresses: CrashText.Part) {
        var rest = addresses
        while let (word, after) = text.word(rest) {
            rest = after
            let digits = word.lowerBound..<(text.bytes[word.upperBound - 1] == UInt8(ascii: ")") ? word.upperBound - 1 : word.upperBound)
            guard let address = text.hex(digits) else { return }
            var frame = CrashReport.Frame()
            frame.address = address
            builder.add(thrownFrame: frame)
        }
    }

    /// `x0: 0x0000000000000000   x1: 0x0000000000000000`
    private mutating func collectRegisters(_ line: CrashText.Part) {
        var rest = line
        while let (name, afterName) = text.word(rest), let (value, afterValue) = text.word(afterName) {
            rest = afterValue
            guard text.bytes[name.upperBound - 1] == UInt8(ascii: ":"), let value = text.hex(value) else { return }
            builder.add(CrashReport.Register(name: text.name(name.lowerBound..<(name.upperBound - 1)), value: value))
        }
    }

    private mutating func finished() -> CrashReport {
        var report = builder.finish()
        head.describe(&report, text)
        var images = CrashImages(report.images)
        images.place(&report)
        return report
    }
}
