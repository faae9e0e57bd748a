/// The second version of grouping.
///
/// 1. Of a chain of exceptions the innermost cause counts that has a frame of the app; its type, or without one the signal, is the first line.
/// 2. Its stack, or the crashed thread's: frames that throw or end the process, and all above them, are left out, and so is how every app starts.
/// 3. Of the rest the first five different frames of the app, or of the system where the app has none, with what compilers number left out;
///    repetitions of one to three frames count once, and after fifty of them nothing below does: it is about the recursion.
/// 4. The message counts only where there are no frames, without what changes from report to report.
/// 5. What the app itself wants to be grouped by (Sentry's `fingerprint`) counts beside that or instead of it.
struct CrashGroupingSecond {
    private let report: CrashReport
    private let main: Int?
    private let stack: [CrashReport.Frame]
    private var inApp: CrashInApp
    private var lines: [CrashKey.Line] = []
    /// Of the lines, those of frames that may be taken.
    private var kept: [Int] = []
    private var rounds = 0

    private static let most = 5
    private static let longestCycle = 3
    private static let mostRounds = 50
    /// Frames that are looked at; a stack of the app has its first frame long before.
    private static let looked = 1_000

    init(_ report: CrashReport, _ rules: CrashModuleRules) {
        var inApp = CrashInApp(report, rules)
        self.report = report
        main = CrashMainException.index(of: report, &inApp)
        let thrown = main.map { CrashMainException.stack(of: $0, report, most: Self.looked) } ?? []
        // A text that does not say which thread crashed shows the main one first.
        let crashed = report.crashedThread ?? report.threads.first
        stack = thrown.isEmpty ? Array((crashed?.frames ?? []).prefix(Self.looked)) : thrown
        self.inApp = inApp
    }

    func group() -> CrashKey {
        var grouping = self
        grouping.addExceptions()
        grouping.addFrames()
        grouping.addMessage()
        grouping.addTold()
        return CrashKey(
            .second,
            type: grouping.type,
            reason: CrashReason.of(report, main),
            culprit: grouping.culprit,
            thrown: main,
            lines: grouping.lines
        )
    }

    // MARK: what happened

    private var type: String {
        guard let main, !report.thrown[main].type.isEmpty else { return report.exception.name }
        return report.thrown[main].type
    }

    private mutating func addExceptions() {
        for index in CrashMainException.chain(report) where index != main { add(.exception, report.thrown[index].type, "", .wrapper) }
        add(.exception, type, typeKey, .type)
    }

    /// Apple and PLCrashReporter name one crash by different words, but for the signal. A process that was killed was so for a reason.
    private var typeKey: String {
        if let main, !report.thrown[main].type.isEmpty { return CrashSymbolKey.type(report.thrown[main].type) }
        let exception = report.exception
        guard exception.signal == "SIGKILL" || exception.signal.isEmpty, !report.termination.namespace.isEmpty else {
            return exception.signal.isEmpty ? exception.type : exception.signal
        }
        let code = report.termination.code.map { String($0, radix: 16) } ?? ""
        return "\(exception.signal.isEmpty ? exception.type : exception.signal) \(report.termination.namespace) \(code)"
    }

    private mutating func addMessage() {
        let reason = CrashReason.of(report, main)
        guard !reason.isEmpty else { return }
        let template = report.event?.template ?? ""
        let compared = main == nil && !template.isEmpty ? template : reason
        add(.message, reason, CrashMessageKey.of(compared), kept.isEmpty ? .message : .hasFrames)
    }

    // MARK: what the app says

    /// By its own words instead of all that, or beside it where `{{ default }}` is among them.
    private mutating func addTold() {
        let told = CrashToldKey(report, type: type)
        guard !told.words.isEmpty else { return }
        if !told.hasDefault { for line in lines.indices where lines[line].isTaken { lines[line].word = .overruled } }
        for word in told.words { add(.fingerprint, word, word, .told) }
    }

    // MARK: where

    private mutating func addFrames() {
        let first = CrashThrowing.end(of: stack)
        let entries = CrashEntry.frames(of: stack, &inApp)
        for index in stack.indices.prefix(first) { add(index, .throwing) }
        let hasOwn = stack.indices.dropFirst(first).contains { !entries.contains($0) && isOwn($0) }
        for index in stack.indices.dropFirst(first) where rounds < Self.mostRounds && kept.count < Self.most + Self.longestCycle {
            if entries.contains(index) { add(index, .entry) } else { consider(index, hasOwn: hasOwn) }
        }
        for line in kept.dropFirst(Self.most) { lines[line].word = .beyond }
        kept = Array(kept.prefix(Self.most))
    }

    /// The app's, and one that says something.
    private mutating func isOwn(_ index: Int) -> Bool {
        inApp.isInApp(stack[index]) && CrashSymbolKey.of(stack[index], isInApp: true) != nil
    }

    private mutating func consider(_ index: Int, hasOwn: Bool) {
        guard !hasOwn || inApp.isInApp(stack[index]) else { return add(index, .notInApp) }
        guard let key = CrashSymbolKey.of(stack[index], isInApp: hasOwn) else { return add(index, .unknown) }
        add(index, hasOwn ? .inApp : .system, key)
        kept.append(lines.count - 1)
        dropCycle()
    }

    /// Leaves out the last frames when those before them are the same.
    private mutating func dropCycle() {
        for length in 1...Self.longestCycle where kept.count >= 2 * length {
            let (last, before) = (kept.suffix(length), kept.dropLast(length).suffix(length))
            guard zip(last, before).allSatisfy({ lines[$0].key == lines[$1].key }) else { continue }
            for line in last { lines[line].word = .recursion }
            kept.removeLast(length)
            rounds += 1
            return
        }
    }

    private var culprit: String {
        kept.first.flatMap { lines[$0].frame }.map { CrashSymbolName.of(stack[$0], report.format) } ?? ""
    }

    // MARK: lines

    private mutating func add(_ frame: Int, _ word: CrashKey.Word, _ key: String = "") {
        add(.frame, CrashSymbolName.of(stack[frame], report.format), key, word, frame)
    }

    private mutating func add(_ subject: CrashKey.Subject, _ text: String, _ key: String, _ word: CrashKey.Word, _ frame: Int? = nil) {
        lines.append(CrashKey.Line(subject: subject, text: text, key: key, word: word, frame: frame))
    }
}
