import Foundation
import Storage

/// A place where a device may send its file, as it is now.
struct DiagnosisDoor: Sendable {
    let app: String
    let task: String
    let part: String
    let round: Int
    let state: DiagnosisState
    let taskState: DiagnosisState
    let expiresAt: Date
    /// Of the whole; nil before anything came.
    let size: Int?
    let received: Int
    let sha256: String
    /// Bytes that the app takes.
    let largest: Int
    let pieces: Int

    /// Whether more may come.
    func isOpen(at now: Date) -> Bool {
        state.isOpen && expiresAt > now && ![.asked, .declined, .expired].contains(taskState)
    }

    /// All of it is here.
    var isWhole: Bool { !sha256.isEmpty }
}

extension Connection {
    func diagnosisDoor(_ app: String, _ part: String) throws -> DiagnosisDoor? {
        let largest = try diagnosisOption(app).largestMegabytes << 20
        return try first(
            """
            SELECT p.task_id, p.round, p.state, t.state, t.expires_at, p.size, p.received, p.sha256,
                (SELECT count(*) FROM diagnosis_piece WHERE diagnosis_piece.app_id = p.app_id AND diagnosis_piece.part_id = p.id)
            FROM diagnosis_part p
            JOIN diagnosis_task t ON t.app_id = p.app_id AND t.id = p.task_id
            WHERE p.app_id = \(app) AND p.id = \(part)
            """
        ) { row in
            DiagnosisDoor(
                app: app,
                task: try row[0],
                part: part,
                round: try row[1],
                state: try row[2],
                taskState: try row[3],
                expiresAt: try row[4],
                size: try row[5],
                received: try row[6],
                sha256: try row[7],
                largest: largest,
                pieces: try row[8]
            )
        }
    }

    /// The sealed key of a part's file; the one given when it has none.
    func diagnosisKey(_ app: String, _ part: String, orSet sealed: [UInt8]) throws -> [UInt8]? {
        try run("UPDATE diagnosis_part SET sealed_key = \(sealed) WHERE app_id = \(app) AND id = \(part) AND sealed_key IS NULL")
        return try diagnosisKey(app, part)
    }

    func diagnosisKey(_ app: String, _ part: String) throws -> [UInt8]? {
        try value("SELECT sealed_key FROM diagnosis_part WHERE app_id = \(app) AND id = \(part) AND sealed_key IS NOT NULL")
    }

    /// - Parameters:
    ///   - door: as it was when the piece began to come.
    ///   - total: bytes of the whole.
    ///   - key: what it is sealed with, itself sealed.
    /// - Returns: false when it is not the next one any more, or the file was begun anew.
    func addDiagnosisPiece(_ piece: DiagnosisPiece, to door: DiagnosisDoor, total: Int, key: [UInt8], _ file: DiagnosisSent) throws -> Bool {
        let changed = try run(
            """
            UPDATE diagnosis_part SET received = received + \(piece.size), size = \(total), state = 'uploading',
                zone_offset = coalesce(\(file.zoneOffset), zone_offset)
            WHERE app_id = \(door.app) AND id = \(door.part) AND received = \(piece.start) AND round = \(door.round)
                AND state IN ('pending', 'delivered', 'uploading') AND (size IS NULL OR size = \(total)) AND sealed_key = \(key)
            """
        )
        guard changed == 1 else { return false }
        try run(
            """
            INSERT INTO diagnosis_piece (app_id, part_id, start, size, blob)
            VALUES (\(door.app), \(door.part), \(piece.start), \(piece.size), \(piece.blob))
            """
        )
        try settleDiagnosis(door.app, door.task)
        return true
    }

    /// In order.
    func diagnosisPieces(_ app: String, _ part: String) throws -> [DiagnosisPiece] {
        try all("SELECT start, size, blob FROM diagnosis_piece WHERE app_id = \(app) AND part_id = \(part) ORDER BY start") {
            DiagnosisPiece(start: try $0[0], size: try $0[1], blob: try $0[2])
        }
    }

    /// The device begins anew.
    /// - Returns: blobs that nothing needs any more; none when it was asked again, or is whole already.
    func restartDiagnosisUpload(_ door: DiagnosisDoor) throws -> [BlobID] {
        let changed = try run(
            """
            UPDATE diagnosis_part SET state = 'delivered', size = NULL
            WHERE app_id = \(door.app) AND id = \(door.part) AND round = \(door.round) AND state IN ('pending', 'delivered', 'uploading')
            """
        )
        guard changed == 1 else { return [] }
        let blobs = try clearDiagnosisFiles(door.app, door.part)
        try settleDiagnosis(door.app, door.task)
        return blobs
    }

    /// - Returns: false when it was asked again, or is whole already.
    func diagnosisWasUploaded(_ door: DiagnosisDoor, sha256: String, at now: Date) throws -> Bool {
        let changed = try run(
            """
            UPDATE diagnosis_part SET state = 'uploaded', sha256 = \(sha256), uploaded_at = \(now)
            WHERE app_id = \(door.app) AND id = \(door.part) AND round = \(door.round) AND received = size
                AND state IN ('pending', 'delivered', 'uploading')
            """
        )
        if changed == 1 { try settleDiagnosis(door.app, door.task) }
        return changed == 1
    }
}

/// What a device says of its file.
struct DiagnosisSent: Sendable {
    /// Seconds that its clock is ahead of UTC; nil when it did not say.
    var zoneOffset: Int?
    /// Of the whole, in hex.
    var sha256: String?
    /// Of this piece.
    var pieceDigest: [UInt8]?
}
