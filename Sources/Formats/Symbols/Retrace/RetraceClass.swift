/// What a mapping says of one class.
struct RetraceClass {
    let original: String
    let sourceFile: String?
    let isSynthesized: Bool
    /// By their names in the app.
    let methods: [String: RetraceMethod]

    /// What is read of one class; the largest that R8 writes are some hundred kilobytes.
    static let longest = 2 << 20
    private static let mostLines = 50_000

    /// - Parameter text: from its own line to the next class's.
    init?(_ text: [UInt8]) {
        var reading = RetraceReading()
        var original: String?
        for line in text.split(separator: UInt8(ascii: "\n"), maxSplits: Self.mostLines).prefix(Self.mostLines) {
            if original == nil {
                guard let names = RetraceText.classNames(line) else { return nil }
                original = RetraceText.string(names.original)
            } else if line.count <= RetraceText.longestLine {
                reading.take(line)
            }
        }
        guard let original else { return nil }
        self.original = original
        (sourceFile, isSynthesized) = (reading.sourceFile, reading.isSynthesized)
        methods = reading.methods.mapValues { RetraceMethod($0) }
    }
}

/// Reads the lines of a class one after the other; a note belongs to what stands above it.
private struct RetraceReading {
    private enum Target {
        case type
        case method(String)
        case other
    }

    var sourceFile: String?
    var isSynthesized = false
    var methods: [String: [RetraceLine]] = [:]
    private var target = Target.type

    mutating func take(_ line: ArraySlice<UInt8>) {
        if let note = RetraceText.note(line) {
            if let note = RetraceNote(note) { take(note) }
        } else if let found = RetraceLine.read(line) {
            methods[found.short, default: []].append(found.line)
            target = .method(found.short)
        } else {
            target = .other
        }
    }

    private mutating func take(_ note: RetraceNote) {
        switch target {
        case .type:
            if case .sourceFile(let name) = note { sourceFile = name }
            if note == .synthesized { isSynthesized = true }
        case .method(let short):
            guard var lines = methods[short], let last = lines.indices.last else { return }
            methods[short] = nil
            lines[last].take(note)
            methods[short] = lines
        case .other: break
        }
    }
}

extension RetraceLine {
    fileprivate mutating func take(_ note: RetraceNote) {
        switch note {
        case .synthesized: isSynthesized = true
        case .outline: isOutline = true
        case .outlineCallsite(let positions, let outline): (self.positions, self.outline) = (positions, outline)
        case .rewriteFrame(let rule): if rules.count < 16 { rules.append(rule) }
        case .residualSignature(let signature): self.signature = signature
        case .version, .sourceFile: break
        }
    }
}
