import Foundation

/// What R8 adds to a line of its mapping, as a comment in JSON (R8's doc/retrace.md, versions 1.0 to 2.2). Others are passed over.
enum RetraceNote: Equatable {
    case version(String)
    case sourceFile(String)
    /// The compiler made it: it was in no source.
    case synthesized
    /// Code of several methods, put together.
    case outline
    /// By place in the outline the line of the method that calls it; `outline` is `La;a()I`, in shortened names, since 2.2.
    case outlineCallsite(positions: [Int: Int], outline: String?)
    case rewriteFrame(RetraceRule)
    /// What the method has for a signature in the app, where that is not what its shortened names give.
    case residualSignature(String)

    private struct Fields: Decodable {
        let id: String
        let version: String?
        let fileName: String?
        let positions: [String: Int]?
        let outline: String?
        let conditions: [String]?
        let actions: [String]?
        let signature: String?
    }

    /// - Parameter note: what follows `#`.
    init?(_ note: ArraySlice<UInt8>) {
        guard note.first == UInt8(ascii: "{"), let fields = Self.fields(note) else { return nil }
        switch fields.id {
        case "com.android.tools.r8.mapping":
            guard let version = fields.version else { return nil }
            self = .version(version)
        case "sourceFile":
            guard let name = fields.fileName, !name.isEmpty else { return nil }
            self = .sourceFile(String(name.prefix(300)))
        case "com.android.tools.r8.synthesized": self = .synthesized
        case "com.android.tools.r8.outline": self = .outline
        case "com.android.tools.r8.outlineCallsite":
            let pairs = (fields.positions ?? [:]).compactMap { name, line in Int(name).map { ($0, line) } }
            self = .outlineCallsite(positions: Dictionary(pairs) { first, _ in first }, outline: fields.outline)
        case "com.android.tools.r8.rewriteFrame":
            guard let rule = RetraceRule(conditions: fields.conditions ?? [], actions: fields.actions ?? []) else { return nil }
            self = .rewriteFrame(rule)
        case "com.android.tools.r8.residualsignature":
            guard let signature = fields.signature else { return nil }
            self = .residualSignature(signature)
        default: return nil
        }
    }

    /// R8's document writes some examples with single quotes.
    private static func fields(_ note: ArraySlice<UInt8>) -> Fields? {
        let decoder = JSONDecoder()
        if let fields = try? decoder.decode(Fields.self, from: Data(note)) { return fields }
        guard !note.contains(UInt8(ascii: "\"")) else { return nil }
        return try? decoder.decode(Fields.self, from: Data(note.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }))
    }
}

/// When a frame is where an exception comes from: frames that are left away, the innermost first.
struct RetraceRule: Equatable {
    /// Descriptors of exceptions, `Ljava/lang/NullPointerException;`; it has to be each of them.
    let thrown: [String]
    let removed: Int

    /// - Returns: nil for a condition or an action that is not known: then nothing is to be done.
    init?(conditions: [String], actions: [String]) {
        var (thrown, removed) = ([String](), 0)
        for condition in conditions {
            guard let descriptor = Self.argument(condition, of: "throws") else { return nil }
            thrown.append(descriptor)
        }
        for action in actions {
            guard let count = Self.argument(action, of: "removeInnerFrames").flatMap({ Int($0) }), (1...1_000).contains(count) else { return nil }
            removed = min(removed + count, 1_000)
        }
        guard !thrown.isEmpty, removed > 0 else { return nil }
        (self.thrown, self.removed) = (thrown, removed)
    }

    private static func argument(_ call: String, of name: String) -> String? {
        guard call.hasPrefix(name + "("), call.hasSuffix(")") else { return nil }
        let argument = call.dropFirst(name.count + 1).dropLast()
        return argument.isEmpty ? nil : String(argument)
    }
}
