/// All that a class has under one short name: often several methods, which only their lines or nothing tell apart.
struct RetraceMethod {
    /// In the order of the file.
    let overloads: [RetraceOverload]
    /// Its frames stand for what calls it.
    let isOutline: Bool
    /// Lines of the mapping.
    let size: Int

    init(_ lines: [RetraceLine]) {
        size = lines.count
        isOutline = lines.contains(where: \.isOutline)
        let synthesized = Set(lines.lazy.filter(\.isSynthesized).map(RetraceMethod.key))
        var order: [String] = []
        var stacks: [String: [RetraceStack]] = [:]
        for stack in Self.stacks(lines) {
            let key = stack.outermost.signature ?? Self.key(stack.outermost)
            if stacks[key] == nil { order.append(key) }
            stacks[key, default: []].append(stack)
        }
        overloads = order.map { key in
            let stacks = stacks[key] ?? []
            return RetraceOverload(stacks: stacks, isSynthesized: stacks.contains { synthesized.contains(Self.key($0.outermost)) })
        }
    }

    private static func key(_ line: RetraceLine) -> String {
        "\(line.holder ?? "") \(line.name)(\(line.arguments))"
    }

    /// Lines of the same range that follow each other are one method in another, the innermost first; those of another method of the class itself
    /// that say nothing of a caller are methods of their own.
    private static func stacks(_ lines: [RetraceLine]) -> [RetraceStack] {
        var stacks: [RetraceStack] = []
        var open: [RetraceLine] = []
        for line in lines {
            if let last = open.last, last.minified == nil || last.minified != line.minified || isOther(line, than: last) || open.count == most {
                stacks.append(RetraceStack(lines: open))
                open = []
            }
            open.append(line)
        }
        return open.isEmpty ? stacks : stacks + [RetraceStack(lines: open)]
    }

    /// Whether the line is of another method and not of the caller of the one before: both say what signature they have in the app, and it is not
    /// the same one.
    private static func isOther(_ line: RetraceLine, than last: RetraceLine) -> Bool {
        guard let left = last.signature, let right = line.signature else { return false }
        return left != right
    }

    /// Methods in each other.
    private static let most = 256

    /// What a frame of a line may be: what has that line, or if nothing does what has no lines at all.
    /// - Parameter line: above 0.
    func choices(at line: Int) -> [RetraceChoice] {
        let found = overloads.compactMap { $0.choice(at: line) }
        return found.isEmpty ? overloads.flatMap { $0.bareChoices(at: line) } : found
    }

    /// What a frame without a line may be. Where the app has methods without lines it is one of them.
    var choicesWithoutLine: [RetraceChoice] {
        let plain = overloads.flatMap(\.plainChoices)
        return plain.isEmpty ? overloads.compactMap(\.callerChoice) : plain
    }
}

/// Methods in each other at one range of lines, the innermost first.
struct RetraceStack {
    let lines: [RetraceLine]

    var outermost: RetraceLine { lines[lines.count - 1] }
    var range: ClosedRange<Int>? { lines[0].minified }
}

/// One of the things that a frame may stand for: methods with their lines in the source, the innermost first.
struct RetraceChoice {
    var frames: [(line: RetraceLine, source: Int?)]
    let isSynthesized: Bool
}

/// One method of the app.
struct RetraceOverload {
    let stacks: [RetraceStack]
    let isSynthesized: Bool

    /// Lines of one method that are shown as alternatives; more of them say as much as none.
    private static let mostLines = 16

    /// Stacks with lines; 0:0 are instructions without one.
    private var ranged: [RetraceStack] { stacks.filter { ($0.range?.upperBound ?? 0) > 0 } }

    func choice(at line: Int) -> RetraceChoice? {
        ranged.first { $0.range?.contains(line) ?? false }.map { choice($0.lines.map { ($0, $0.source(of: line)) }) }
    }

    /// Of a method that the app keeps no lines of.
    func bareChoices(at line: Int) -> [RetraceChoice] {
        ranged.isEmpty ? stacks.flatMap { bare($0, line) } : []
    }

    private func bare(_ stack: RetraceStack, _ line: Int) -> [RetraceChoice] {
        guard stack.lines.count == 1, let original = stack.lines[0].original else { return [choice(stack.lines.map { ($0, $0.source(of: line)) })] }
        guard original.count > 1 else { return [choice(stack.lines.map { ($0, $0.source(of: line)) })] }
        guard original.count <= Self.mostLines else { return [choice([(stack.lines[0], nil)])] }
        return original.map { source in choice([(stack.lines[0], source)]) }
    }

    /// Those of stacks that have no lines, or have line 0 among them.
    var plainChoices: [RetraceChoice] {
        let plain = stacks.filter { $0.range?.contains(0) ?? true }
        if let one = plain.first, plain.count == 1 || one.range != nil { return [choice(one.lines.map { ($0, Self.only($0)) })] }
        return plain.prefix(1).map { choice([($0.outermost, nil)]) }
    }

    /// The line of the source, where there is one.
    private static func only(_ line: RetraceLine) -> Int? {
        line.original.flatMap { $0.count == 1 && $0.lowerBound > 0 ? $0.lowerBound : nil }
    }

    /// What calls all that is in it, at whatever line.
    var callerChoice: RetraceChoice? {
        stacks.first.map { choice([($0.outermost, stacks.count == 1 ? Self.only($0.outermost) : nil)]) }
    }

    private func choice(_ frames: [(RetraceLine, Int?)]) -> RetraceChoice {
        RetraceChoice(frames: frames.map { ($0.0, $0.1) }, isSynthesized: isSynthesized)
    }
}
