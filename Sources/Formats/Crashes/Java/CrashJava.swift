/// A Java or Kotlin stack trace (`Throwable.printStackTrace`): `Type: message`, lines `at Class.method(File.java:42)`, and the same again after
/// `Caused by:` and `Suppressed:`, as deep as it is indented. Lines before it are Android's (`FATAL EXCEPTION: main`) or somebody's log.
struct CrashJava {
    private var text: CrashText
    private var builder: CrashBuilder
    /// How far the lines of each exception are indented.
    private var indents: [Int] = []
    /// What may be an exception without a package, when frames follow.
    private var candidate: CrashText.Part?
    /// Whether the first exception's type begins like a class, so that no line after it is a better one.
    private var isSure = false
    private var thread = ""

    private init(_ text: CrashText, _ limits: CrashReadLimits) {
        self.text = text
        builder = CrashBuilder(.java, limits: limits)
    }

    static func read(_ text: CrashText, limits: CrashReadLimits) -> CrashReport {
        var reader = CrashJava(text, limits)
        while let line = reader.text.line() {
            let content = reader.text.trimmed(line)
            if !content.isEmpty { reader.read(content, indent: content.lowerBound - line.lowerBound) }
        }
        return reader.finished()
    }

    private mutating func read(_ line: CrashText.Part, indent: Int) {
        if let place = CrashJavaFrame.place(line, text) {
            addFrame(place)
        } else if let caused = text.after(line, "Caused by:") {
            add(caused, .cause, indent: indent)
        } else if let suppressed = text.after(line, "Suppressed:") {
            add(suppressed, .suppressed, indent: indent)
        } else if text.begins(line, "[CIRCULAR REFERENCE:") {
            add(line, .cause, indent: indents.last ?? 0)
        } else if let common = common(line) {
            if let last = builder.report.thrown.indices.last { builder.report.thrown[last].commonFrames = common }
        } else if let last = builder.report.thrown.last, indents.count > 1 || !last.frames.isEmpty {
            // Below a trace something else goes on; but a message may have more than one line.
            if last.frames.isEmpty, !last.isCircular { addToMessage(line) }
        } else {
            readHeading(line, indent: indent)
        }
    }

    /// `... 11 more`, or logback's `... 11 common frames omitted`
    private func common(_ line: CrashText.Part) -> Int? {
        guard let rest = text.after(line, "..."), let (word, tail) = text.word(rest), let number = text.number(word) else { return nil }
        let words = text.trimmed(tail)
        return text.equals(words, "more") || text.begins(words, "common frames") ? number : nil
    }

    // MARK: frames

    private mutating func addFrame(_ place: CrashText.Part) {
        if builder.report.thrown.isEmpty { addCandidate() }
        if let frame = CrashJavaFrame.read(place, &text) { builder.add(thrownFrame: frame) }
    }

    /// Frames say that what came before them was an exception, whatever it looked like.
    private mutating func addCandidate() {
        guard let candidate else { return append(CrashReport.Thrown(type: ""), indent: 0) }
        let (type, message) = CrashJavaHeading.split(candidate, text)
        append(thrown(type, message, .uncaught), indent: 0)
    }

    // MARK: exceptions

    private mutating func readHeading(_ line: CrashText.Part, indent: Int) {
        if let name = text.after(line, "FATAL EXCEPTION:") {
            thread = text.name(name)
        } else if let process = text.after(line, "Process:"), let (name, number) = text.cut(process, at: ", PID:") {
            builder.report.app.process = text.name(name)
            builder.report.app.processID = text.number(text.trimmed(number))
        } else if let heading = CrashJavaHeading.read(withoutThread(line), text), !isSure, heading.isSure || builder.report.thrown.isEmpty {
            isSure = heading.isSure
            builder.report.thrown = []
            append(thrown(heading.type, heading.message, .uncaught), indent: indent)
        } else if !builder.report.thrown.isEmpty {
            addToMessage(line)
        } else {
            candidate = withoutThread(line)
        }
    }

    /// `Exception in thread "main" java.lang.Error`
    private mutating func withoutThread(_ line: CrashText.Part) -> CrashText.Part {
        guard let rest = text.after(line, "Exception in thread \""), let (name, after) = text.cut(rest, at: "\" ") else { return line }
        thread = text.name(name)
        return text.trimmed(after)
    }

    /// A message may have more than one line.
    private mutating func addToMessage(_ line: CrashText.Part) {
        guard let last = builder.report.thrown.indices.last, builder.report.thrown[last].message.utf8.count < builder.limits.message else { return }
        builder.report.thrown[last].message += "\n" + text.message(line)
    }

    private mutating func add(_ heading: CrashText.Part, _ relation: CrashReport.Relation, indent: Int) {
        if builder.report.thrown.isEmpty { addCandidate() }
        let circular = text.after(heading, "[CIRCULAR REFERENCE:")
        let (type, message) = CrashJavaHeading.split(circular.map { text.ends($0, "]") ? $0.dropLast() : $0 } ?? heading, text)
        var thrown = thrown(type, message, relation)
        thrown.isCircular = circular != nil
        thrown.parent = parent(relation, indent)
        append(thrown, indent: indent)
    }

    /// What is suppressed is indented deeper than what suppressed it, a cause as deep as what it caused. Of lost indents the last exception.
    private func parent(_ relation: CrashReport.Relation, _ indent: Int) -> Int? {
        let found = indents.lastIndex { relation == .suppressed ? $0 < indent : $0 == indent }
        return found ?? indents.indices.last
    }

    private mutating func append(_ thrown: CrashReport.Thrown, indent: Int) {
        builder.add(thrown)
        if builder.report.thrown.count > indents.count { indents.append(indent) }
    }

    private mutating func thrown(_ type: CrashText.Part, _ message: CrashText.Part, _ relation: CrashReport.Relation) -> CrashReport.Thrown {
        var thrown = CrashReport.Thrown(type: text.name(type), relation: relation)
        thrown.message = text.message(message)
        return thrown
    }

    private mutating func finished() -> CrashReport {
        if !thread.isEmpty {
            var crashed = CrashReport.Thread(number: 0)
            (crashed.name, crashed.isCrashed) = (thread, true)
            builder.add(crashed)
        }
        return builder.finish()
    }
}
