/// A report in the making: what readers find goes in here, up to the limits.
struct CrashBuilder {
    var report: CrashReport
    let limits: CrashReadLimits
    private var frames = 0
    private var hasThreadBeyond = false
    /// Whether the frames that come belong to an exception that was left out.
    private var skipsThrown = false

    init(_ format: CrashFormat, limits: CrashReadLimits) {
        report = CrashReport(format: format)
        self.limits = limits
    }

    /// Whether the frames of a thread are to be read that comes next.
    func wants(isCrashed: Bool) -> Bool {
        limits.stacks == .all || isCrashed || report.threads.isEmpty
    }

    mutating func add(_ thread: consuming CrashReport.Thread) {
        dropThreadBeyond()
        report.threads.append(thread)
    }

    /// One more thread than may be is there until the next begins, as only then it is known whether it is the one that crashed, which is kept.
    private mutating func dropThreadBeyond() {
        guard report.threads.count > limits.threads + (hasThreadBeyond ? 1 : 0), let last = report.threads.last else { return }
        if last.isCrashed, !hasThreadBeyond {
            hasThreadBeyond = true
        } else {
            report.threads.removeLast()
            report.cut.threads += 1
            frames -= last.frames.count
        }
    }

    /// To the thread that was added last.
    mutating func add(_ frame: consuming CrashReport.Frame) {
        guard let last = report.threads.indices.last, take() else { return }
        report.threads[last].frames.append(frame)
    }

    /// All of the thread that was added last.
    mutating func add(_ all: [CrashReport.Frame]) {
        guard let last = report.threads.indices.last else { return }
        report.threads[last].frames += take(all)
    }

    /// All of the exception that was added last.
    mutating func add(thrownFrames all: [CrashReport.Frame]) {
        guard !skipsThrown, let last = report.thrown.indices.last else { return }
        report.thrown[last].frames += take(all)
    }

    private mutating func take(_ all: [CrashReport.Frame]) -> [CrashReport.Frame] {
        let room = max(0, limits.frames - frames)
        frames += min(room, all.count)
        report.cut.frames += max(0, all.count - room)
        return all.count <= room ? all : Array(all.prefix(room))
    }

    mutating func add(_ thrown: consuming CrashReport.Thrown) {
        skipsThrown = report.thrown.count >= limits.thrown
        if skipsThrown { report.cut.thrown += 1 } else { report.thrown.append(thrown) }
    }

    /// To the exception that was added last.
    mutating func add(thrownFrame frame: consuming CrashReport.Frame) {
        guard !skipsThrown, let last = report.thrown.indices.last, take() else { return }
        report.thrown[last].frames.append(frame)
    }

    private mutating func take() -> Bool {
        guard frames < limits.frames else {
            report.cut.frames += 1
            return false
        }
        frames += 1
        return true
    }

    mutating func add(_ image: consuming CrashReport.Image) {
        if report.images.count < limits.images { report.images.append(image) } else { report.cut.images += 1 }
    }

    mutating func add(_ register: CrashReport.Register) {
        if report.registers.count < limits.registers { report.registers.append(register) }
    }

    mutating func add(information line: String) {
        if report.information.count < limits.lines { report.information.append(line) }
    }

    /// The report, when nothing is added any more.
    mutating func finish() -> CrashReport {
        dropThreadBeyond()
        return report
    }
}
