import Dispatch
import Foundation
import Signing
import Storage

/// Whether a parser takes a script.
public enum HotpatchScriptCheck: Sendable, Equatable {
    case right
    /// What the parser says, in its own words.
    case wrong(line: Int?, message: String)
    case unchecked(HotpatchUncheckedReason)
}

/// Why nobody knows. The raw value is a word below `hotpatch.scripts.unchecked.`.
public enum HotpatchUncheckedReason: String, Codable, CaseIterable, Sendable {
    /// There is no `luac` on the PATH.
    case noLua
    /// There is no `node` on the PATH.
    case noNode
    /// The parser did not end in time, or not as parsers do.
    case noAnswer
}

/// A check as JSON and pages show it.
public struct HotpatchScriptCheckView: Codable, Sendable, Equatable {
    public let result: Result
    /// Where it is wrong, from 1; null when it is not, or when the parser does not say.
    public let line: Int?
    public let message: String?
    public let reason: HotpatchUncheckedReason?

    public enum Result: String, Codable, CaseIterable, Sendable {
        case right, wrong, unchecked
    }

    public init(_ check: HotpatchScriptCheck) {
        switch check {
        case .right: (result, line, message, reason) = (.right, nil, nil, nil)
        case .wrong(let line, let message): (result, self.line, self.message, reason) = (.wrong, line, message, nil)
        case .unchecked(let reason): (result, line, message, self.reason) = (.unchecked, nil, nil, reason)
        }
    }
}

/// Has scripts read by the parsers that are there: children that get a file and nothing else, and that are ended when they take too long.
public struct HotpatchScripts: Sendable {
    private let luac: String?
    private let node: String?
    private let directory: String

    /// - Parameters:
    ///   - luac: a path, or names that are looked for on `PATH`.
    ///   - directory: where a script stands while it is read.
    public init(
        luac: [String] = ["luac", "luac5.4", "luac5.3", "luac5.1"],
        node: [String] = ["node", "nodejs"],
        directory: String = NSTemporaryDirectory()
    ) {
        self.luac = luac.lazy.compactMap { SymbolizerPath.find($0) }.first
        self.node = node.lazy.compactMap { SymbolizerPath.find($0) }.first
        self.directory = directory
    }

    /// Whether a parser is there.
    public func checks(_ language: HotpatchLanguage) -> Bool {
        (language == .lua ? luac : node) != nil
    }

    /// - Parameter script: text, see ``HotpatchScript``.
    public func check(_ script: [UInt8], _ language: HotpatchLanguage) async -> HotpatchScriptCheck {
        guard let program = language == .lua ? luac : node else { return .unchecked(language == .lua ? .noLua : .noNode) }
        return await withCheckedContinuation { done in
            Self.queue.async { done.resume(returning: run(program, script, language)) }
        }
    }

    /// One at a time: more would take the cores from devices.
    private static let queue = DispatchQueue(label: "hotpatch scripts")

    private func run(_ program: String, _ script: [UInt8], _ language: HotpatchLanguage) -> HotpatchScriptCheck {
        let path = "\(directory)/hotpatch-\(Random.hex(8)).\(language.fileExtension)"
        let made = FileManager.default.createFile(atPath: path, contents: Data(script), attributes: [.posixPermissions: 0o600])
        defer { unlink(path) }
        guard made else { return .unchecked(.noAnswer) }
        // What a parser has to say goes to its standard error, which a child of ours has not: the shell joins the two.
        let limits = language == .lua ? "ulimit -v 1048576; " : ""
        let arguments = language == .lua ? ["-p", path] : ["--check", path]
        let shell = ["-c", "ulimit -c 0; ulimit -t 10; \(limits)exec \"$0\" \"$@\" 2>&1", program] + arguments
        guard let (end, output) = try? ChildProcess.run("/bin/sh", shell, seconds: 15, upTo: 64 << 10) else { return .unchecked(.noAnswer) }
        switch end {
        case .exited(0): return .right
        case .exited(1): return HotpatchParserWords(language, path: path).read(output)
        default: return .unchecked(.noAnswer)
        }
    }
}

/// What a parser says of a script that it does not take.
struct HotpatchParserWords {
    let language: HotpatchLanguage
    let path: String

    init(_ language: HotpatchLanguage, path: String) {
        self.language = language
        self.path = path
    }

    func read(_ output: [UInt8]) -> HotpatchScriptCheck {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        switch language {
        case .lua:
            // luac: /path/script.lua:3: '=' expected near 'x'. Long paths are shortened from their beginning, so the name is looked for.
            guard let line = lines.first, let (number, message) = Self.place(in: line, after: name) else { return .unchecked(.noAnswer) }
            return .wrong(line: number, message: Self.short(message.trimmingCharacters(in: .whitespaces)))
        case .javascript:
            // /path/script.js:3, the line, an arrow, and then: SyntaxError: Unexpected identifier
            guard let message = lines.first(where: { $0.contains("Error: ") }) else { return .unchecked(.noAnswer) }
            let number = lines.lazy.compactMap { Self.place(in: $0, after: name)?.line }.first
            return .wrong(line: number, message: Self.short(message))
        }
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func place(in line: String, after name: String) -> (line: Int, rest: String)? {
        guard let range = line.range(of: "\(name):") else { return nil }
        let digits = line[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        return (number, String(line[digits.endIndex...].drop { $0 == ":" }))
    }

    private static func short(_ text: String) -> String {
        String(text.prefix(300))
    }
}
