import Formats
import Foundation
import Storage
import Web

/// Looks into archives that somebody sent, each in a child process with limits: a trap or a bomb ends the child, not the console.
public struct FileInspector: Sendable {
    private let program: String
    /// Two at a time.
    private let queue: OperationQueue
    /// Of the clock, beyond what the purpose allows of the processor.
    private let patience: Double

    /// - Parameter program: the console itself.
    public init(program: String? = nil, patience: Double = 30) {
        self.program = program ?? Self.ownProgram
        self.patience = patience
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = Self.atOnce
    }

    private static let atOnce = 2
    private static let longestQueue = 50
    /// 100,000 entries of ordinary length are 10 MB.
    private static let mostOutput = 32 << 20

    /// The running program; where that is a bundle of tests, the console that was built with it.
    static let ownProgram: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        guard own.hasSuffix(".xctest") else { return "/proc/self/exe" }
        return (own as NSString).deletingLastPathComponent + "/console"
    }()

    /// The files of an archive.
    /// - Throws: `invalid` with the entry that is to blame; `unavailable` when too many are waiting.
    func inspect(_ path: String, as purpose: FilePurpose) async throws -> FileContents {
        guard let contents = try await ask(FileQuestion(path: path, purpose: purpose), upTo: Self.mostOutput).contents else {
            throw FileInspectorFailure()
        }
        return contents
    }

    /// What the files of one name hold, at most eight of them.
    /// - Parameters:
    ///   - name: the last part of their paths.
    ///   - limit: bytes of each.
    /// - Throws: as `inspect`.
    func contents(
        of path: String,
        named name: String,
        upTo limit: Int,
        as purpose: FilePurpose = .app
    ) async throws -> [(path: String, bytes: [UInt8])] {
        let question = FileQuestion(path: path, purpose: purpose, named: name, upTo: limit)
        // JSON writes a byte with up to four.
        let texts = try await ask(question, upTo: 4 * limit * FileInspection.most + (1 << 20)).texts
        guard let texts else { throw FileInspectorFailure() }
        return texts.map { ($0.path, $0.bytes) }
    }

    private func ask(_ question: FileQuestion, upTo limit: Int) async throws -> FileFinding {
        let json = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        let output = try await output(of: Self.subcommand, json, as: question.purpose, upTo: limit)
        let finding = try JSONDecoder().decode(FileFinding.self, from: Data(output))
        if let refusal = finding.refusal { throw refusal.problem }
        return finding
    }

    /// What a child says that runs one of the console's hidden commands.
    /// - Parameter limit: bytes of it.
    /// - Throws: `invalid` for a child that was killed by its own limits, by a trap, or by us; `unavailable` when too many are waiting.
    func output(of subcommand: String, _ question: String, as purpose: FilePurpose, upTo limit: Int) async throws -> [UInt8] {
        guard queue.operationCount < Self.longestQueue else { throw Problem(.unavailable, "files.busy", retryAfter: 10) }
        let (program, seconds) = (program, Double(purpose.seconds) + patience)
        let (end, output) = try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(
                    with: Result {
                        try ChildProcess.run(program, [subcommand, question], environment: Self.environment, seconds: seconds, upTo: limit)
                    }
                )
            }
        }
        guard end == .exited(0) else { throw Problem.invalid("file", "files.archive.tooHard") }
        return output
    }

    /// The name of the hidden command.
    public static let subcommand = "inspect-archive"

    /// No secret of ours; and with its backtracer a Swift program that trapped would go on for seconds.
    static let environment: [String: String] = {
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH": $0] } ?? [:]
        return libraries.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    }()
}

/// The child ended well and said nothing that was asked for: a bug.
private struct FileInspectorFailure: Error {}

extension FileRefusal {
    /// In the words of the catalogue, `files.archive.…`.
    var problem: Problem {
        guard let entry else { return .invalid("file", kind == "notAnArchive" ? "files.archive.notAnArchive" : "files.archive.\(kind)Whole") }
        return .invalid("file", "files.archive.\(kind)", ["entry": entry])
    }
}
