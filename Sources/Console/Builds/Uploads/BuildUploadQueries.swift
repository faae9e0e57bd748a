import Foundation
import Storage
import Web

/// Times are the database's own: any node goes on with any upload.
extension Connection {
    func buildUpload(_ id: String, of app: String) throws -> BuildUpload? {
        try first("\(Self.buildUploadColumns) WHERE id = \(id) AND app_id = \(app)", BuildUpload.init)
    }

    /// One that is under way and brings the same file for the same purpose.
    func openBuildUpload(like new: NewBuildUpload, of app: String, by viewer: String) throws -> BuildUpload? {
        guard let sha256 = new.sha256 else { return nil }
        return try first(
            """
            \(Self.buildUploadColumns)
            WHERE app_id = \(app) AND viewer = \(viewer) AND sha256 = \(sha256) AND size = \(new.size) AND file_name = \(new.filename)
                AND notes = \(new.notes ?? "") AND coalesce(request, '') = \(new.request ?? "") AND build IS NULL AND refusal IS NULL
            ORDER BY created_at DESC LIMIT 1
            """,
            BuildUpload.init
        )
    }

    private static var buildUploadColumns: SQL {
        "SELECT id, app_id, file_name, size, sha256, request, received, build, refusal, created_at, touched_at FROM build_upload"
    }

    func buildUploadLoad(of app: String) throws -> BuildUploadLoad {
        let load = try first(
            """
            SELECT count(CASE WHEN app_id = \(app) THEN 1 END), count(*), coalesce(sum(size), 0) FROM build_upload
            WHERE build IS NULL AND refusal IS NULL
            """
        ) { BuildUploadLoad(ofApp: try $0[0], ofAll: try $0[1], bytes: try $0[2]) }
        return load ?? BuildUploadLoad(ofApp: 0, ofAll: 0, bytes: 0)
    }

    func insertBuildUpload(_ new: NewBuildUpload, id: String, app: String, by viewer: String) throws {
        let now = try now()
        try run(
            """
            INSERT INTO build_upload (id, app_id, file_name, size, sha256, notes, request, viewer, received, busy_until, created_at, touched_at)
            VALUES (\(id), \(app), \(new.filename), \(new.size), \(new.sha256), \(new.notes ?? ""), \(new.request), \(viewer), 0, 0, \(now), \(now))
            """
        )
    }

    // MARK: pieces

    /// - Returns: false when it is not the next one any more.
    func addBuildUploadPiece(_ piece: BuildUploadPiece, to id: String) throws -> Bool {
        let changed = try run(
            """
            UPDATE build_upload SET received = received + \(piece.size), touched_at = \(try now())
            WHERE id = \(id) AND received = \(piece.start) AND build IS NULL AND refusal IS NULL
            """
        )
        guard changed == 1 else { return false }
        try run("INSERT INTO build_upload_piece (upload, start, size, blob) VALUES (\(id), \(piece.start), \(piece.size), \(piece.blob))")
        return true
    }

    /// In order.
    func buildUploadPieces(_ id: String) throws -> [BuildUploadPiece] {
        try all("SELECT start, size, blob FROM build_upload_piece WHERE upload = \(id) ORDER BY start") {
            BuildUploadPiece(start: try $0[0], size: try $0[1], blob: try $0[2])
        }
    }

    func deleteBuildUploadPieces(_ id: String) throws {
        try run("DELETE FROM build_upload_piece WHERE upload = \(id)")
    }

    func deleteBuildUpload(_ id: String) throws {
        try run("DELETE FROM build_upload WHERE id = \(id)")
    }

    // MARK: the whole

    /// Claims a whole file for a node that puts it together.
    /// - Returns: nil while another one does, and when there is nothing to do.
    func claimBuildUpload(_ id: String) throws -> BuildUploadOrder? {
        let now = try now()
        return try first(
            """
            UPDATE build_upload SET busy_until = \(now.addingTimeInterval(BuildUploadLimits.busy)), touched_at = \(now)
            WHERE id = \(id) AND received = size AND busy_until <= \(now) AND build IS NULL AND refusal IS NULL
            RETURNING app_id, file_name, size, sha256, notes, request
            """
        ) { row in
            BuildUploadOrder(
                id: id,
                app: try row["app_id"],
                fileName: try row["file_name"],
                size: try row["size"],
                sha256: try row["sha256"],
                notes: try row["notes"],
                request: try row["request"]
            )
        }
    }

    func prolongBuildUpload(_ id: String, for seconds: TimeInterval) throws {
        try run("UPDATE build_upload SET busy_until = \(try now().addingTimeInterval(seconds)) WHERE id = \(id)")
    }

    /// Lets another attempt begin.
    func releaseBuildUpload(_ id: String) throws {
        try run("UPDATE build_upload SET busy_until = 0 WHERE id = \(id)")
    }

    func buildUploadWasTaken(_ id: String, as build: String) throws {
        try run("UPDATE build_upload SET build = \(build), touched_at = \(try now()) WHERE id = \(id)")
    }

    func buildUploadWasRefused(_ id: String, _ refusal: BuildUploadRefusal) throws {
        let text = String(decoding: try JSONEncoder().encode(refusal), as: UTF8.self)
        try run("UPDATE build_upload SET refusal = \(text), touched_at = \(try now()) WHERE id = \(id)")
    }

    func buildUploadRefusal(_ id: String) throws -> BuildUploadRefusal? {
        guard let text = try value("SELECT refusal FROM build_upload WHERE id = \(id) AND refusal IS NOT NULL", as: String.self) else { return nil }
        return try JSONDecoder().decode(BuildUploadRefusal.self, from: Data(text.utf8))
    }

    // MARK: upkeep

    /// Those that nothing happened to for a while.
    func idleBuildUploads(limit: Int) throws -> [String] {
        let now = try now()
        let end = now.addingTimeInterval(-BuildUploadLimits.life)
        return try all("SELECT id FROM build_upload WHERE touched_at < \(end) AND busy_until < \(now) ORDER BY touched_at LIMIT \(limit)") {
            try $0[0]
        }
    }

    func buildUploads(of app: String) throws -> [String] {
        try all("SELECT id FROM build_upload WHERE app_id = \(app)") { try $0[0] }
    }
}

/// A whole file that is to become a build.
struct BuildUploadOrder: Sendable {
    let id: String
    let app: String
    let fileName: String
    let size: Int
    /// As it was said to be.
    let sha256: String?
    let notes: String
    let request: String?
}

extension BuildUpload {
    fileprivate init(_ row: Row) throws {
        let (size, received): (Int, Int) = (try row["size"], try row["received"])
        let (build, refusal): (String?, String?) = (try row["build"], try row["refusal"])
        let touched: Date = try row["touched_at"]
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            fileName: try row["file_name"],
            size: size,
            sha256: OrNull(try row["sha256"]),
            request: OrNull(try row["request"]),
            offset: received,
            pieceSize: BuildUploadLimits.piece,
            pieceLimit: BuildUploadLimits.largestPiece,
            state: build != nil ? .taken : refusal != nil ? .refused : received == size ? .received : .receiving,
            build: OrNull(build),
            createdAt: try row["created_at"],
            expiresAt: touched.addingTimeInterval(BuildUploadLimits.life)
        )
    }
}
