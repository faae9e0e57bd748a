import Foundation
import Hummingbird
import NIOCore
import Signing
import Storage
import Web

/// Files that devices send: whole, or in pieces from wherever it broke off, to whatever node. What is acknowledged is in the store, sealed.
extension Diagnosis {
    /// The place that an address names.
    /// - Throws: `notFound` also for one that is closed.
    func door(_ app: String, _ part: String, _ token: String) async throws -> DiagnosisDoor {
        guard apps.app(app) != nil, let door = try await database.read({ try $0.diagnosisDoor(app, part) }) else { throw Problem.notFound }
        guard DiagnosisAddress(app: app, part: part, round: door.round).isProved(by: token, key) else { throw Problem.notFound }
        guard door.isWhole || door.isOpen(at: clock.now) else { throw Problem.notFound }
        return door
    }

    /// Takes a piece. One that is here already changes nothing.
    /// - Returns: the place as it is then; it is whole when the last piece came.
    /// - Throws: ``DiagnosisGap`` for one that leaves a gap, or belongs to another file; `tooLarge`; `invalid` when a digest says otherwise.
    func append(_ request: Request, _ place: DiagnosisRange, to door: DiagnosisDoor, _ sent: DiagnosisSent) async throws -> DiagnosisDoor {
        guard place.total <= door.largest else { throw Problem.tooLarge(door.largest) }
        var door = door
        if let size = door.size, size != place.total {
            // What is here is of another file.
            guard place.start == 0 else { throw DiagnosisGap(received: 0) }
            door = try await restart(door)
        }
        if place.end <= door.received {
            try await passOver(request, place)
        } else {
            guard place.start == door.received else { throw Self.gap(door) }
            guard door.pieces < DiagnosisLimits.pieces else {
                throw Problem(.tooLarge, "diagnosis.upload.pieces", ["limit": "\(DiagnosisLimits.pieces)"])
            }
            let body = try UploadBody(request, upTo: place.count)
            try await take(place, door, sent) { try await body.next() }
        }
        door = try await again(door)
        return door.received == place.total ? try await complete(door, sent) : door
    }

    private static func gap(_ door: DiagnosisDoor) -> DiagnosisGap { DiagnosisGap(received: door.received) }

    private func again(_ door: DiagnosisDoor) async throws -> DiagnosisDoor {
        guard let now = try await database.read({ try $0.diagnosisDoor(door.app, door.part) }), now.round == door.round else {
            throw Problem.notFound
        }
        return now
    }

    private func restart(_ door: DiagnosisDoor) async throws -> DiagnosisDoor {
        let blobs = try await database.write { try $0.restartDiagnosisUpload(door) }
        await remove(blobs)
        return try await again(door)
    }

    /// A whole file that is here already, as the demo has one.
    func takeWhole(_ bytes: [UInt8], at door: DiagnosisDoor) async throws -> DiagnosisDoor {
        var rest: ByteBuffer? = ByteBuffer(bytes: bytes)
        try await take(DiagnosisRange(whole: bytes.count), door, DiagnosisSent()) {
            defer { rest = nil }
            return rest
        }
        return try await complete(try await again(door), DiagnosisSent())
    }

    private func passOver(_ request: Request, _ place: DiagnosisRange) async throws {
        let body = try UploadBody(request, upTo: place.count)
        while try await body.next() != nil {}
    }

    /// - Parameter next: gives the bytes as they come, nil at their end.
    private func take(_ place: DiagnosisRange, _ door: DiagnosisDoor, _ sent: DiagnosisSent, _ next: () async throws -> ByteBuffer?) async throws {
        let (key, sealed) = try await fileKey(of: door)
        let writer = try DiagnosisPieceWriter("\(directory)/\(Random.hex(8)).part", key, part: door.part, start: place.start)
        do {
            while let bytes = try await next() { try await writer.write(bytes) }
            let (piece, file, digest) = try await writer.finish()
            guard piece.size == place.count else { throw Problem(.malformed, "diagnosis.upload.range") }
            if let expected = sent.pieceDigest, expected != digest { throw Problem.invalid("Content-Digest", "diagnosis.upload.digest") }
            try await blobs.adopt(file: file.path, sha256: piece.blob)
            withExtendedLifetime(file) {}
            try await keep(piece, place, door, sealed, sent)
        } catch {
            throw FileIntake.explained(error)
        }
    }

    private func keep(
        _ piece: DiagnosisPiece,
        _ place: DiagnosisRange,
        _ door: DiagnosisDoor,
        _ key: [UInt8],
        _ sent: DiagnosisSent
    ) async throws {
        do {
            let isNext = try await database.write { try $0.addDiagnosisPiece(piece, to: door, total: place.total, key: key, sent) }
            if isNext { return }
        } catch let error as StorageError {
            // With the database away nobody knows: its row may be there.
            if case .unavailable = error {} else { await remove([piece.blob]) }
            throw error
        }
        // Another request brought it meanwhile, or the device was asked again.
        await remove([piece.blob])
        throw Self.gap(try await again(door))
    }

    /// - Returns: also as it is stored.
    private func fileKey(of door: DiagnosisDoor) async throws -> (DiagnosisFileKey, sealed: [UInt8]) {
        if let sealed = try await database.read({ try $0.diagnosisKey(door.app, door.part) }) {
            return (try DiagnosisFileKey.open(sealed, key, for: door.part), sealed)
        }
        let new = try DiagnosisFileKey.make().sealed(key, for: door.part)
        let sealed = try await database.write { try $0.diagnosisKey(door.app, door.part, orSet: new) }
        guard let sealed else { throw Problem.notFound }
        return (try DiagnosisFileKey.open(sealed, key, for: door.part), sealed)
    }

    /// What a device is told that asks how far it is: a file whose last piece came before its node died becomes whole now.
    /// - Throws: as `append`.
    func completed(_ door: DiagnosisDoor, _ sent: DiagnosisSent) async throws -> DiagnosisDoor {
        door.received > 0 && door.received == door.size ? try await complete(door, sent) : door
    }

    /// Hashes the whole, as it will be read, and queues its reading in the transaction that says that it is here.
    private func complete(_ door: DiagnosisDoor, _ sent: DiagnosisSent) async throws -> DiagnosisDoor {
        if door.isWhole { return door }
        let sha256 = try await digest(of: door)
        if let expected = sent.sha256, expected != sha256 {
            _ = try await restart(door)
            throw Problem.invalid("X-Content-SHA256", "diagnosis.upload.digest")
        }
        let now = clock.now
        try await change { [jobs] connection in
            guard try connection.diagnosisWasUploaded(door, sha256: sha256, at: now) else { return }
            let work = DiagnosisWork(app: door.app, task: door.task, part: door.part, round: door.round)
            try jobs.add(.diagnosisRead, work, app: door.app, once: "\(door.part) \(door.round)", by: .console, in: connection)
        }
        return try await again(door)
    }

    /// - Throws: ``DiagnosisGap`` when a piece is not as it was stored, or gone: the device begins anew.
    private func digest(of door: DiagnosisDoor) async throws -> String {
        do {
            let digest = Digest.Stream(.sha256)
            try await file(door.app, door.part).read { digest.update($0) }
            return Hex.encode(digest.finish())
        } catch  where error is AESGCM.Failure || error is BlobError {
            _ = try await restart(door)
            throw DiagnosisGap(received: 0)
        }
    }

    /// - Throws: `notFound` for what is no longer kept.
    func file(_ app: String, _ part: String) async throws -> DiagnosisFile {
        let (sealed, pieces) = try await database.read { (try $0.diagnosisKey(app, part), try $0.diagnosisPieces(app, part)) }
        guard let sealed else { throw Problem.notFound }
        return DiagnosisFile(part: part, key: try DiagnosisFileKey.open(sealed, key, for: part), pieces: pieces, blobs: blobs)
    }
}

/// A piece that is not the next one.
struct DiagnosisGap: Error, Explained {
    /// Where the next one begins.
    let received: Int

    var problem: Problem? { Problem(.conflict, "diagnosis.upload.gap", ["offset": "\(received)"]) }
}
