import Formats
import Foundation
import Gzip
import Signing
import Storage
import Web

/// What the child `console read-device-log` does: unpacks what a device sent and makes blocks of its lines, within limits that it sets itself before
/// it opens it.
public enum DiagnosisInspection {
    /// The name of the hidden command.
    public static let subcommand = "read-device-log"

    /// - Parameter question: a ``DiagnosisQuestion`` as JSON.
    /// - Returns: a ``DiagnosisFinding`` as JSON.
    public static func run(_ question: String) throws -> String {
        let question = try JSONDecoder().decode(DiagnosisQuestion.self, from: Data(question.utf8))
        FileInspection.limit(.deviceLog, writing: FilePurpose.deviceLog.limits.maxUnpacked)
        return String(decoding: try JSONEncoder().encode(finding(question)), as: UTF8.self)
    }

    static func finding(_ question: DiagnosisQuestion) -> DiagnosisFinding {
        guard let target = try? DiagnosisBlocks(question.target) else { return DiagnosisFinding() }
        do {
            var reader = DeviceLogReader(utcOffset: question.utcOffset, reference: question.reference) { try target.add($0, $1) }
            try DiagnosisUnpacking(path: question.path, limits: FilePurpose.deviceLog.limits).read(into: &reader)
            try reader.finish()
            return target.blocks.isEmpty ? DiagnosisFinding(refusal: .empty) : DiagnosisFinding(blocks: target.blocks)
        } catch _ where target.hasFailed {
            // Whatever became of the error on its way through an archive's reader: the file is not to blame.
            return DiagnosisFinding()
        } catch let refusal as DiagnosisRefusal {
            return DiagnosisFinding(refusal: refusal)
        } catch let error as ZipError {
            return DiagnosisFinding(refusal: DiagnosisRefusal(error))
        } catch {
            return DiagnosisFinding(refusal: .damaged)
        }
    }
}

/// What the child is asked.
struct DiagnosisQuestion: Codable, Sendable {
    let path: String
    /// A file for the blocks, made by the child.
    let target: String
    /// Seconds that the device's clock is ahead of UTC.
    let utcOffset: Int
    /// ms since 1970, about when the log was written.
    let reference: Int
}

/// What the child says: one of two; neither when the disk did not take the blocks.
struct DiagnosisFinding: Codable, Sendable {
    var blocks: [Block]?
    var refusal: DiagnosisRefusal?

    /// Where a block is in the target, packed, and what is in it.
    struct Block: Codable, Sendable {
        let start: Int
        let size: Int
        let facts: DeviceLogBlockFacts
    }
}

/// Why a file cannot be read: a word of the catalogue's `label.diagnosisReason`. It is kept as it was sent.
enum DiagnosisRefusal: String, Codable, CaseIterable, Error {
    case encrypted, damaged, unsafe, tooLarge, bomb, notText, empty
    /// The child was ended by its limits.
    case tooHard

    init(_ error: ZipError) {
        self =
            switch error.kind {
            case "encrypted": .encrypted
            case "ratio": .bomb
            case "tooLarge", "tooManyEntries", "largeDirectory": .tooLarge
            case "notAnArchive", "damaged", "method", "failed": .damaged
            default: .unsafe
            }
    }
}

extension FilePurpose {
    /// What a device's log may cost.
    static let deviceLog = FilePurpose(
        limits: ZipLimits(maxEntries: 1_000, maxUnpacked: 200 << 20, maxRatio: 200, maxDepth: 8),
        takesTar: true,
        seconds: 120,
        megabytes: 256
    )
}

/// The file of packed blocks while it grows.
private final class DiagnosisBlocks {
    private(set) var blocks: [DiagnosisFinding.Block] = []
    private(set) var hasFailed = false
    private let target: AppendFile
    private var size = 0

    init(_ path: String) throws {
        target = try AppendFile(path, length: 0)
    }

    func add(_ block: [UInt8], _ facts: DeviceLogBlockFacts) throws {
        let packed = try Gzip.compress(block)
        do {
            try target.write(packed, at: size)
        } catch {
            hasFailed = true
            throw error
        }
        blocks.append(DiagnosisFinding.Block(start: size, size: packed.count, facts: facts))
        size += packed.count
    }
}
