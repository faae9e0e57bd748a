import Dispatch
import Formats
import Foundation
import Storage
import Web

/// Makes names readable that Swift's compiler wrote: `llvm-symbolizer` knows those of C++ and Rust only. They are read by the Swift runtime that the
/// console runs on, in a child of it: a name that nobody's compiler wrote may end the child, not the console.
public actor SymbolNames {
    /// The name of the hidden command.
    public static let subcommand = "read-names"

    private nonisolated let thread = SymbolThread("symbol names")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let program: String
    private var child: ChildConversation?
    private var known: [String: String] = [:]

    private static let most = 20_000
    private static let atOnce = 64
    private static let seconds = 5.0

    /// - Parameter program: the console itself.
    init(program: String? = nil) {
        self.program = program ?? FileInspector.ownProgram
    }

    /// What the child does: a name a line, until there are no more.
    public static func run() {
        FileInspection.limit(FilePurpose(seconds: 600, megabytes: 256))
        while let line = readLine() {
            FileHandle.standardOutput.write(Data("\(SwiftName.readable(line))\n".utf8))
        }
    }

    /// The same frames, with readable names; those that cannot be read stay as they are.
    func readable(_ frames: [[SymbolicFrame]]) -> [[SymbolicFrame]] {
        if known.count > Self.most { known = [:] }
        let asked = Set(frames.joined().map(\.function).filter { SwiftName.isOne($0) && known[$0] == nil && $0.isOneLine })
        if !asked.isEmpty { ask(asked.sorted()) }
        return frames.map { $0.map { frame in known[frame.function].map { frame.named($0) } ?? frame } }
    }

    private func ask(_ names: [String]) {
        let deadline = DispatchTime.now() + Self.seconds
        do {
            for start in stride(from: 0, to: names.count, by: Self.atOnce) {
                let some = Array(names[start..<min(start + Self.atOnce, names.count)])
                let lines = try conversation().ask(some, upTo: 1 << 20, before: deadline)
                for (name, line) in zip(some, lines) { known[name] = String(String(decoding: line, as: UTF8.self).prefix(2_000)) }
            }
        } catch {
            // These stay as the program has them.
            child = nil
            for name in names where known[name] == nil { known[name] = name }
        }
    }

    private func conversation() throws -> ChildConversation {
        if let child { return child }
        let begun = try ChildConversation(program, [Self.subcommand], environment: FileInspector.environment)
        child = begun
        return begun
    }
}

extension SymbolicFrame {
    fileprivate func named(_ name: String) -> SymbolicFrame {
        if name == function { return self }
        return SymbolicFrame(function: name, symbol: function, file: file, line: line, column: column, isInlined: isInlined)
    }
}
