import Foundation
import Storage

/// Chunks of raw lines become files again, one for each app and day, as a single machine keeps them.
final class MovingLinesToFiles: MovingLines {
    private let directory: String
    private let blobs: any Blobs
    /// Where each chunk begins in its file.
    private var starts: [Key: Int] = [:]
    private var lengths: [TelemetrySegment: Int] = [:]
    private var open: (segment: TelemetrySegment, file: AppendFile)?
    /// Uploads whose raw lines retention took away while they were being copied; they are left out.
    private(set) var dropped = 0

    private struct Key: Hashable {
        let segment: TelemetrySegment
        let id: String
    }

    private static let piece = 8 << 20

    /// - Parameter directory: for the files; they must not be there yet.
    init(directory: String, blobs: any Blobs) {
        (self.directory, self.blobs) = (directory, blobs)
    }

    let first = ["log_chunk"]
    let days: Set<Int> = []

    func added(to table: TableShape) -> [[SQLValue]] { [] }

    func translated(_ page: MovingReader.Page) async throws -> [[SQLValue]] {
        switch page.table.name {
        case "log_chunk":
            for row in page.rows { try await append(Chunk(row, page.table)) }
            return []
        case "log_object": return []
        case "log_batch":
            let rows = try page.rows.compactMap { try moved($0, day: "segment", page.table) }
            dropped += page.rows.count - rows.count
            return rows
        case "log_scrub", "log_unindexed": return try page.rows.compactMap { try moved($0, day: "day", page.table) }
        case "log_segment": return try page.rows.map { try segment($0, page.table) }
        default: return page.rows
        }
    }

    /// Syncs the last file.
    func finish() async throws {
        try await close()
    }

    // MARK: chunks

    private struct Chunk {
        let key: Key
        let length: Int
        let bytes: [UInt8]?
        let blob: String
        let position: Int

        init(_ row: [SQLValue], _ table: TableShape) throws {
            func value<Value: SQLConvertible>(_ name: String) throws -> Value {
                guard let value = Value(sqlValue: row[table.place(of: name)]) else { throw StorageError.column(name, in: table.name) }
                return value
            }
            key = Key(segment: TelemetrySegment(app: try value("app_id"), day: try value("day")), id: try value("id"))
            (length, bytes, blob, position) = (try value("length"), try value("bytes"), try value("blob"), try value("position"))
        }
    }

    private func append(_ chunk: Chunk) async throws {
        let file = try await file(of: chunk.key.segment)
        let start = lengths[chunk.key.segment] ?? 0
        if let bytes = chunk.bytes {
            try file.write(bytes, at: start)
        } else {
            guard let blob = BlobID(chunk.blob) else { throw MovingError("a chunk of raw lines names no object: \(chunk.blob)") }
            // Retention removes an object after the rows that name it, which this snapshot still has.
            guard try await blobs.size(blob) != nil else { return }
            try await copy(blob, chunk, to: file, at: start)
        }
        starts[chunk.key] = start
        lengths[chunk.key.segment] = start + chunk.length
    }

    private func copy(_ blob: BlobID, _ chunk: Chunk, to file: AppendFile, at start: Int) async throws {
        for place in stride(from: 0, to: chunk.length, by: Self.piece) {
            let end = min(place + Self.piece, chunk.length)
            try file.write(try await blobs.read(blob, chunk.position + place..<chunk.position + end), at: start + place)
        }
    }

    private func file(of segment: TelemetrySegment) async throws -> AppendFile {
        if let open, open.segment == segment { return open.file }
        try await close()
        let path = "\(directory)/\(segment.name)"
        try MovingFiles.makeDirectory((path as NSString).deletingLastPathComponent)
        let file = try AppendFile(path, length: 0)
        open = (segment, file)
        return file
    }

    private func close() async throws {
        guard let file = open?.file else { return }
        open = nil
        try await MovingFiles.blocking { try file.sync() }
    }

    // MARK: rows that name them

    /// A row that says where in a chunk something is, saying where in the file it is.
    /// - Parameter day: the column that tells the file.
    /// - Returns: nil when retention took the chunk away.
    private func moved(_ row: [SQLValue], day dayColumn: String, _ table: TableShape) throws -> [SQLValue]? {
        let (app, day, chunk, position) = (
            table.place(of: "app_id"), table.place(of: dayColumn), table.place(of: "chunk"), table.place(of: "position")
        )
        guard let name = String(sqlValue: row[app]), let number = Int(sqlValue: row[day]), let id = String(sqlValue: row[chunk]),
            let place = Int(sqlValue: row[position])
        else { throw StorageError.column("chunk", in: table.name) }
        guard let start = starts[Key(segment: TelemetrySegment(app: name, day: number), id: id)] else { return nil }
        var row = row
        row[chunk] = .text("")
        row[position] = .integer(Int64(start + place))
        return row
    }

    private func segment(_ row: [SQLValue], _ table: TableShape) throws -> [SQLValue] {
        guard let app = String(sqlValue: row[table.place(of: "app_id")]), let day = Int(sqlValue: row[table.place(of: "day")]) else {
            throw StorageError.column("app_id", in: table.name)
        }
        var row = row
        row[table.place(of: "bytes")] = .integer(Int64(lengths[TelemetrySegment(app: app, day: day)] ?? 0))
        return row
    }
}
