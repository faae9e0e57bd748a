/// Which exception of a chain a report is about.
enum CrashMainException {
    /// The innermost cause with a frame of the app of its own; else the innermost whose stack goes through the app; else the innermost. What was
    /// suppressed on the way, and what that was caused by, is not asked.
    static func index(of report: CrashReport, _ inApp: inout CrashInApp) -> Int? {
        let chain = chain(report)
        for index in chain.reversed() where report.thrown[index].frames.prefix(looked).contains(where: { inApp.isInApp($0) }) { return index }
        for index in chain.reversed() where stack(of: index, report, most: looked).contains(where: { inApp.isInApp($0) }) { return index }
        return chain.last { !report.thrown[$0].frames.isEmpty } ?? chain.last
    }

    private static let looked = 1_000

    /// Without what was suppressed, and what that was caused by.
    static func chain(_ report: CrashReport) -> [Int] {
        var isInChain: [Bool] = []
        for thrown in report.thrown {
            // A parent comes before its children.
            let parent = thrown.parent.map { isInChain.indices.contains($0) && isInChain[$0] } ?? true
            isInChain.append(parent && thrown.relation != .suppressed && !thrown.isCircular)
        }
        return isInChain.indices.filter { isInChain[$0] }
    }

    /// Its frames, and those that it has in common with what it caused.
    static func stack(of index: Int, _ report: CrashReport, most: Int) -> [CrashReport.Frame] {
        let thrown = report.thrown[index]
        guard thrown.commonFrames > 0, thrown.frames.count < most, let parent = thrown.parent, parent < index else {
            return Array(thrown.frames.prefix(most))
        }
        return thrown.frames + tail(of: parent, report, min(thrown.commonFrames, most - thrown.frames.count))
    }

    /// The outermost calls of a stack, of which some may again stand only with what it caused.
    private static func tail(of index: Int, _ report: CrashReport, _ count: Int) -> [CrashReport.Frame] {
        let thrown = report.thrown[index]
        let common = min(max(0, thrown.commonFrames), count)
        let own = Array(thrown.frames.suffix(count - common))
        guard common > 0, let parent = thrown.parent, parent < index, parent >= 0 else { return own }
        return own + tail(of: parent, report, common)
    }
}
