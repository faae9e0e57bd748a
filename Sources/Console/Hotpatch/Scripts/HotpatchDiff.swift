/// What is other in one script than in another, line by line: the shortest way from one to the other.
///
/// Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986): the greedy algorithm of its figure 2. Its cost is
/// bounded by ``HotpatchScriptLimits/differences``; what differs in more lines is said to, and not shown.
public struct HotpatchDiff: Codable, Sendable, Equatable {
    /// What changed with three lines around it. Empty when nothing did, and when too much did.
    public let lines: [Line]
    public let added: Int
    public let removed: Int
    /// There was more to compare than may be.
    public let isTooLarge: Bool
    /// More lines changed than are shown.
    public let isCut: Bool

    public struct Line: Codable, Sendable, Equatable {
        public let kind: Kind
        /// In the old script; nil for one that was added.
        public let old: Int?
        /// In the new script; nil for one that was removed.
        public let new: Int?
        public let text: String

        public enum Kind: String, Codable, CaseIterable, Sendable {
            case same, added, removed
            /// Stands for lines that are the same and not shown.
            case gap
        }
    }

    public init(_ old: [UInt8], _ new: [UInt8]) {
        let (from, to) = (HotpatchScriptLines.of(old), HotpatchScriptLines.of(new))
        let most = HotpatchScriptLimits.comparedLines
        guard from.count <= most, to.count <= most, let steps = HotpatchDiffSearch(from, to).steps else {
            (lines, added, removed, isTooLarge, isCut) = ([], 0, 0, true, false)
            return
        }
        added = steps.count { $0.kind == .added }
        removed = steps.count { $0.kind == .removed }
        isTooLarge = false
        let shown = Self.shown(steps)
        isCut = shown.count > HotpatchScriptLimits.shownDifferences
        lines = shown.prefix(HotpatchScriptLimits.shownDifferences).map { $0.line(from, to) }
    }

    public var isEmpty: Bool { added == 0 && removed == 0 && !isTooLarge }

    private static let around = 3

    /// Changes and what is near them.
    private static func shown(_ steps: [HotpatchDiffStep]) -> [HotpatchDiffStep] {
        var near = [Bool](repeating: false, count: steps.count)
        for (index, step) in steps.enumerated() where step.kind != .same {
            for place in max(0, index - around)...min(steps.count - 1, index + around) { near[place] = true }
        }
        var shown: [HotpatchDiffStep] = []
        for (index, step) in steps.enumerated() {
            if near[index] {
                shown.append(step)
            } else if let last = shown.last, last.kind != .gap {
                shown.append(HotpatchDiffStep(kind: .gap, old: 0, new: 0))
            }
        }
        if shown.last?.kind == .gap { shown.removeLast() }
        return shown
    }
}

/// A step on the way: a line of one script, or of both.
struct HotpatchDiffStep {
    let kind: HotpatchDiff.Line.Kind
    let old: Int
    let new: Int

    fileprivate func line(_ from: [ArraySlice<UInt8>], _ to: [ArraySlice<UInt8>]) -> HotpatchDiff.Line {
        let bytes = kind == .gap ? [] : kind == .added ? to[new] : from[old]
        let isLong = bytes.count > HotpatchScriptLimits.shownLine
        let text = HotpatchScriptLines.beginning(of: bytes, upTo: HotpatchScriptLimits.shownLine) + (isLong ? "…" : "")
        return HotpatchDiff.Line(
            kind: kind,
            old: kind == .added || kind == .gap ? nil : old + 1,
            new: kind == .removed || kind == .gap ? nil : new + 1,
            text: text
        )
    }
}

/// Looks for the shortest way.
private struct HotpatchDiffSearch {
    /// A number for each line, the same for equal ones.
    private let from: [Int]
    private let to: [Int]

    init(_ from: [ArraySlice<UInt8>], _ to: [ArraySlice<UInt8>]) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        self.from = from.map(number)
        self.to = to.map(number)
    }

    /// Nil when it takes more differences than are looked for.
    var steps: [HotpatchDiffStep]? {
        let most = min(HotpatchScriptLimits.differences, from.count + to.count)
        var furthest = [Int](repeating: 0, count: 2 * most + 3)
        var trace: [[Int]] = []
        for depth in 0...most {
            trace.append(Array(furthest[(most - depth)...(most + depth + 2)]))
            for diagonal in stride(from: -depth, through: depth, by: 2) {
                let place = diagonal + most + 1
                let goesDown = diagonal == -depth || (diagonal != depth && furthest[place - 1] < furthest[place + 1])
                var x = goesDown ? furthest[place + 1] : furthest[place - 1] + 1
                while x < from.count, x - diagonal < to.count, from[x] == to[x - diagonal] { x += 1 }
                furthest[place] = x
                if x >= from.count && x - diagonal >= to.count { return walkBack(trace) }
            }
        }
        return nil
    }

    /// - Parameter trace: before each depth, how far each diagonal from `-depth - 1` to `depth + 1` went.
    private func walkBack(_ trace: [[Int]]) -> [HotpatchDiffStep] {
        var steps: [HotpatchDiffStep] = []
        var (x, y) = (from.count, to.count)
        for depth in stride(from: trace.count - 1, through: 0, by: -1) {
            let furthest = trace[depth]
            let diagonal = x - y
            let place = diagonal + depth + 1
            let goesDown = diagonal == -depth || (diagonal != depth && furthest[place - 1] < furthest[place + 1])
            let (startX, startY) = Self.start(furthest[goesDown ? place + 1 : place - 1], diagonal, goesDown)
            while x > (depth == 0 ? 0 : goesDown ? startX : startX + 1), y > (depth == 0 ? 0 : goesDown ? startY + 1 : startY) {
                (x, y) = (x - 1, y - 1)
                steps.append(HotpatchDiffStep(kind: .same, old: x, new: y))
            }
            if depth == 0 { break }
            steps.append(HotpatchDiffStep(kind: goesDown ? .added : .removed, old: startX, new: startY))
            (x, y) = (startX, startY)
        }
        return steps.reversed()
    }

    private static func start(_ x: Int, _ diagonal: Int, _ goesDown: Bool) -> (Int, Int) {
        (x, x - (goesDown ? diagonal + 1 : diagonal - 1))
    }
}
