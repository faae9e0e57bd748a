extension Retrace {
    /// What the frames of one trace were.
    /// - Parameters:
    ///   - frames: the innermost first; of more than 10,000 the first are looked at, the others stay as they are, and so do those of a mapping that would
    ///     take seconds.
    ///   - exception: the class of what was thrown, as the trace has it; nil for the trace of a thread.
    /// - Returns: one for each.
    public func frames(_ frames: [RetraceFrame], thrownBy exception: String? = nil) -> [RetracedFrame] {
        var (results, work): ([RetracedFrame], RetraceWork) = ([], RetraceWork())
        var carried: RetraceOutline?
        var thrown = exception.map { [Self.descriptor($0), Self.descriptor(className($0) ?? $0)] }
        for frame in frames {
            guard results.count < Self.mostFrames, work.lines > 0, let type = type(frame.className, &work) else {
                results.append(RetracedFrame(raw: frame, alternatives: [[frame]], isKnown: false))
                (carried, thrown) = (nil, nil)
                continue
            }
            // A frame behind an outline is held against its method twice.
            work.lines -= 2 * (type.methods[frame.method]?.size ?? 0)
            if let method = type.methods[frame.method], method.isOutline {
                carried = RetraceOutline(frame)
                results.append(RetracedFrame(raw: frame, alternatives: [], isKnown: true))
                continue
            }
            let line = carried.flatMap { $0.line(of: frame, in: type) } ?? frame.line ?? 0
            results.append(retraced(frame, at: line, type, thrown))
            (carried, thrown) = (nil, nil)
        }
        return results
    }

    private static let mostFrames = 10_000
    private static let mostAlternatives = 32

    private static func descriptor(_ name: String) -> String {
        "L\(name.replacing(".", with: "/"));"
    }

    private func retraced(_ frame: RetraceFrame, at line: Int, _ type: RetraceClass, _ thrown: [String]?) -> RetracedFrame {
        let method = type.methods[frame.method]
        let choices = method.map { line > 0 ? $0.choices(at: line) : $0.choicesWithoutLine } ?? []
        guard !choices.isEmpty else {
            let same = RetraceFrame(className: type.original, method: frame.method, file: file(type.original, type, frame), line: frame.line)
            return RetracedFrame(raw: frame, alternatives: [[same]], isKnown: true)
        }
        var alternatives: [[RetraceFrame]] = []
        for choice in choices.prefix(Self.mostAlternatives) {
            let kept = Self.kept(choice, type, thrown)
            let frames = kept.map { RetraceFrame($0.line, $0.source, type, file(of: $0.line, type, frame)) }
            if !frames.isEmpty, !alternatives.contains(frames) { alternatives.append(frames) }
        }
        return RetracedFrame(raw: frame, alternatives: alternatives, isKnown: true)
    }

    /// Without the method that the compiler made around others, and without what a rule leaves away.
    private static func kept(_ choice: RetraceChoice, _ type: RetraceClass, _ thrown: [String]?) -> ArraySlice<(line: RetraceLine, source: Int?)> {
        var kept = choice.frames[...]
        let isMade = choice.isSynthesized || (type.isSynthesized && kept.last?.line.holder == nil)
        if isMade { kept = kept.dropLast() }
        for rule in choice.frames.flatMap(\.line.rules) {
            guard let thrown, rule.thrown.allSatisfy(thrown.contains) else { continue }
            kept = kept.dropFirst(rule.removed)
        }
        return kept
    }

    // MARK: files

    private func file(of line: RetraceLine, _ type: RetraceClass, _ frame: RetraceFrame) -> String? {
        file(line.holder ?? type.original, type, frame)
    }

    private func file(_ holder: String, _ type: RetraceClass, _ frame: RetraceFrame) -> String? {
        let named = holder == type.original ? type.sourceFile : sourceFile(ofOriginal: holder)
        if let named, named != Self.synthetic { return named }
        return RetraceSource.file(of: holder, beside: type.sourceFile == Self.synthetic ? nil : type.sourceFile)
    }

    /// What R8 writes for classes that were in no file.
    private static let synthetic = "R8$$SyntheticClass"
}

/// A place in an outline, which the next frame tells the line of.
private struct RetraceOutline {
    let descriptor: String
    let position: Int

    init(_ frame: RetraceFrame) {
        descriptor = "L\(frame.className.replacing(".", with: "/"));\(frame.method)("
        position = frame.line ?? 0
    }

    /// The line that the calling frame would have without the outline; nil where its notes do not say.
    func line(of frame: RetraceFrame, in type: RetraceClass) -> Int? {
        let stacks = type.methods[frame.method]?.overloads.flatMap(\.stacks) ?? []
        let here = stacks.filter { ($0.range?.contains(frame.line ?? 0)) ?? true }.flatMap(\.lines).filter { $0.positions[position] != nil }
        // Several outlines may have the same places.
        let named = here.first { $0.outline?.hasPrefix(descriptor) ?? false }
        return (named ?? here.first { $0.outline == nil })?.positions[position]
    }
}

/// The file that a class was written in, where the mapping does not say.
enum RetraceSource {
    /// `com.example.MainKt` was `Main.kt`; another class has the ending of the file beside it, or `.java`.
    static func file(of className: String, beside other: String?) -> String? {
        guard let last = className.split(separator: ".").last else { return nil }
        let parts = last.split(separator: "$")
        guard let outer = parts.first else { return nil }
        // Compose's wrappers have it in the middle: `ComposableSingletons$MainKt`.
        if let kotlin = parts.first(where: { $0.utf8.count > 2 && $0.hasSuffix("Kt") }) { return kotlin.dropLast(2) + ".kt" }
        let ending = other.flatMap { name in name.lastIndex(of: ".").map { String(name[$0...]) } }
        return outer + (ending ?? ".java")
    }
}

extension RetraceFrame {
    fileprivate init(_ line: RetraceLine, _ source: Int?, _ type: RetraceClass, _ file: String?) {
        self.init(className: line.holder ?? type.original, method: line.name, file: file, line: source)
    }
}
