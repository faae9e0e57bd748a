import Formats
import Foundation
import NIOPosix
import Signing
import Storage
import Web

/// What the job carries that makes a readable log of a device's file.
struct DiagnosisWork: Codable, Sendable {
    let app: String
    let task: String
    let part: String
    /// Of the part when the file came: one that was asked again is somebody else's work.
    let round: Int
}

extension JobKind<DiagnosisWork> {
    static var diagnosisRead: Self { JobKind("diagnosis.read") }
}

/// Makes a log of what a device sent, in a job: opens it, has a child process with limits unpack it and cut it into blocks, and seals those.
///
/// While the child is at it, two files stand in clear in a folder of this console's own (0700): what was sent, and its packed blocks. They go with the
/// job; of a console that was killed they go at its next start.
struct DiagnosisReading: Sendable {
    let diagnosis: Diagnosis

    /// What fails for good makes the part fail, so that it can be asked again.
    func run(_ work: DiagnosisWork, _ run: JobRun) async throws {
        do {
            try await read(work, run)
        } catch {
            let isHopeless = error is AESGCM.Failure || error is BlobError
            guard isHopeless || run.isLastAttempt, !(error is JobLost), !Task.isCancelled else { throw error }
            let now = diagnosis.clock.now
            try await diagnosis.change { try $0.diagnosisWasLost(work, at: now) }
            throw isHopeless ? JobHopeless("\(error)") : error
        }
    }

    private func read(_ work: DiagnosisWork, _ run: JobRun) async throws {
        guard let order = try await diagnosis.database.read({ try $0.diagnosisReading(work) }) else { return }
        run.report(0, "diagnosisOpening")
        let (file, blocks) = (TemporaryFile(scratch), TemporaryFile(scratch))
        let sent = try await diagnosis.file(work.app, work.part)
        try await write(sent, to: file.path)
        run.report(0.3, "diagnosisReading")
        let finding = try await finding(order, file, blocks, work, run)
        run.report(0.6, "diagnosisSealing")
        if let refusal = finding.refusal { return try await settle(work, run, reason: refusal) }
        guard let found = finding.blocks else { throw StorageError.full(blocks.path) }
        try await keep(found, in: blocks, key: sent.key, work, run)
    }

    private var scratch: String { "\(diagnosis.directory)/\(Random.hex(8)).part" }

    private func write(_ sent: DiagnosisFile, to path: String) async throws {
        let target = try AppendFile(path, length: 0)
        var size = 0
        try await sent.read { chunk in
            let place = size
            try await NIOThreadPool.singleton.runIfActive { try target.write(chunk, at: place) }
            size += chunk.count
        }
    }

    private func finding(
        _ order: DiagnosisOrder,
        _ file: TemporaryFile,
        _ blocks: TemporaryFile,
        _ work: DiagnosisWork,
        _ run: JobRun
    ) async throws -> DiagnosisFinding {
        let zone = diagnosis.apps.app(work.app)?.timeZone ?? .gmt
        let question = DiagnosisQuestion(
            path: file.path,
            target: blocks.path,
            utcOffset: order.zoneOffset ?? zone.secondsFromGMT(for: order.from),
            reference: order.uploadedAt.milliseconds
        )
        let json = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        do {
            let output = try await diagnosis.inspector.output(of: DiagnosisInspection.subcommand, json, as: .deviceLog, upTo: 16 << 20)
            return try JSONDecoder().decode(DiagnosisFinding.self, from: Data(output))
        } catch let problem as Problem where problem.kind == .invalid && run.isLastAttempt {
            // Earlier, the machine may have been to blame.
            return DiagnosisFinding(refusal: .tooHard)
        }
    }

    // MARK: what becomes of it

    private func keep(
        _ found: [DiagnosisFinding.Block],
        in blocks: TemporaryFile,
        key: DiagnosisFileKey,
        _ work: DiagnosisWork,
        _ run: JobRun
    ) async throws {
        let writer = try DiagnosisLogWriter(scratch, key, part: work.part)
        for block in found {
            let packed = try await NIOThreadPool.singleton.runIfActive { try AppendFile.read(blocks.path, at: block.start, count: block.size) }
            try await writer.add(packed, block.facts)
        }
        let log = try await writer.finish()
        try await diagnosis.blobs.adopt(file: log.file.path, sha256: log.blob)
        withExtendedLifetime(log.file) {}
        let now = diagnosis.clock.now
        let isKept = try await diagnosis.change { connection in
            let isKept = try connection.diagnosisWasRead(work, log, at: now)
            try run.finish(in: connection)
            return isKept
        }
        if !isKept { try await diagnosis.blobs.remove(log.blob) }
    }

    private func settle(_ work: DiagnosisWork, _ run: JobRun, reason: DiagnosisRefusal) async throws {
        let now = diagnosis.clock.now
        try await diagnosis.change { connection in
            try connection.diagnosisWasNotRead(work, reason, at: now)
            try run.finish(in: connection)
        }
    }
}

/// What the job has to know of the file.
struct DiagnosisOrder: Sendable {
    let from: Date
    let uploadedAt: Date
    /// As the device said it.
    let zoneOffset: Int?
}
