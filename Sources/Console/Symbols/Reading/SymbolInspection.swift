import Formats
import Foundation
import Signing
import Storage
import Web

/// What the child `console read-symbols` does: finds the symbols in one file, within limits that it sets itself before it opens it.
public enum SymbolInspection {
    /// The name of the hidden command.
    public static let subcommand = "read-symbols"

    /// - Parameter question: a ``SymbolQuestion`` as JSON.
    /// - Returns: a ``SymbolFinding`` as JSON.
    public static func run(_ question: String) throws -> String {
        let question = try JSONDecoder().decode(SymbolQuestion.self, from: Data(question.utf8))
        FileInspection.limit(.symbols, writing: SymbolLimits.unpacked)
        return String(decoding: try JSONEncoder().encode(finding(question)), as: UTF8.self)
    }

    static func finding(_ question: SymbolQuestion) -> SymbolFinding {
        var reader = SymbolReader(folder: question.folder, prefix: question.prefix)
        do throws(SymbolRefusal) {
            return SymbolFinding(symbols: try reader.symbols(in: question.path, name: question.name, sha256: question.sha256))
        } catch {
            reader.discard()
            return SymbolFinding(refusal: error)
        }
    }
}

/// What the child is asked.
struct SymbolQuestion: Codable, Sendable {
    let path: String
    /// As whoever sent it calls it.
    let name: String
    /// Of the file.
    let sha256: String
    /// Where what is taken out of archives goes, and how those files begin.
    let folder: String
    let prefix: String
}

/// What the child says: one of two.
struct SymbolFinding: Codable, Sendable {
    var symbols: [SymbolFacts]?
    var refusal: SymbolRefusal?
}

/// Why a file was not taken: a sentence of the catalogue, `symbols.file.…` or `files.archive.…`, with the file within it that is to blame.
struct SymbolRefusal: Error, Codable, Equatable, Sendable {
    let key: String
    let arguments: [String: String]
    /// There is no room for what is in it.
    var isFull = false

    init(_ key: String, _ arguments: [String: String] = [:]) {
        self.key = key
        self.arguments = arguments.mapValues { BuildText.clean($0, limit: 300) }
    }

    init(_ error: ZipError) {
        let message = FileRefusal(kind: error.kind, entry: error.entry).problem.rejections[0].message
        self.init(message.key, message.arguments)
    }

    static var full: SymbolRefusal {
        var refusal = SymbolRefusal("files.full")
        refusal.isFull = true
        return refusal
    }

    var problem: Problem { isFull ? Problem(.unavailable, key, retryAfter: 60) : .invalid("file", key, arguments) }
}

extension FilePurpose {
    /// What an archive of symbols may cost: gigabytes are unpacked and hashed in minutes.
    static let symbols = FilePurpose(
        limits: ZipLimits(maxEntries: SymbolLimits.entries, maxUnpacked: SymbolLimits.unpacked, ignoresCase: false),
        seconds: 300,
        megabytes: 256
    )
}

extension FileInspector {
    /// The symbols in a file, read in a child process with limits.
    /// - Parameter scratch: a folder for what is taken out of archives; it goes with the values that are returned.
    /// - Throws: `invalid` on `file` for what holds none, with the file within it that is to blame; `unavailable` when too many are waiting, and when
    ///   there is no room.
    func symbols(in upload: FileUpload, scratch folder: String) async throws -> [SymbolFound] {
        let prefix = "symbols-\(Random.hex(8))-"
        let question = SymbolQuestion(path: upload.path, name: upload.name, sha256: upload.sha256.text, folder: folder, prefix: prefix)
        do {
            let json = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
            let output = try await output(of: SymbolInspection.subcommand, json, as: .symbols, upTo: 8 << 20)
            let finding = try JSONDecoder().decode(SymbolFinding.self, from: Data(output))
            if let refusal = finding.refusal { throw refusal.problem }
            let found = (finding.symbols ?? []).compactMap { SymbolFound($0, of: upload, in: folder, prefix) }
            guard !found.isEmpty else { throw SymbolReaderFailure() }
            return found
        } catch {
            SymbolScratch.clear(folder, prefix)
            throw error
        }
    }
}

/// The child ended well and said nothing: a bug.
private struct SymbolReaderFailure: Error {}
