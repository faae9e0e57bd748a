import Foundation
import Storage

/// Files of raw lines become objects: one for each file, and one chunk that is the whole object, so that places in it stay what they are.
final class MovingLinesToObjects: MovingLines {
    private let directory: String
    private let blobs: any Blobs
    private let scratch: String
    private var objects: [TelemetrySegment: BlobID] = [:]
    /// Those that were not in the store before.
    private var made: [BlobID] = []
    private var lengths: [TelemetrySegment: Int] = [:]
    private let now: Date

    /// The id of the one chunk of an app and day.
    static let chunk = "segment"

    /// - Parameters:
    ///   - directory: of the files.
    ///   - scratch: a file that may be made for a while.
    ///   - now: the target's clock.
    init(directory: String, blobs: any Blobs, scratch: String, now: Date) {
        (self.directory, self.blobs, self.scratch, self.now) = (directory, blobs, scratch, now)
    }

    /// Puts the files that the ledger names.
    func put(_ segments: [MovingSegment], _ progress: MovingProgress) async throws {
        try progress.step("copying raw lines", total: segments.reduce(0) { $0 + $1.bytes })
        for segment in segments where segment.bytes > 0 {
            objects[segment.segment] = try await put(segment)
            lengths[segment.segment] = segment.bytes
            try progress.advance(by: segment.bytes)
        }
    }

    private func put(_ segment: MovingSegment) async throws -> BlobID {
        let path = "\(directory)/\(segment.segment.name)"
        let content = try await MovingFiles.blocking { try MovingFiles.content(of: path, length: segment.bytes) }
        guard let id = BlobID(content.sha256) else { throw MovingError("\(path) has no digest") }
        if try await blobs.size(id) == nil { made.append(id) }
        if try MovingFiles.size(path) == segment.bytes {
            try await blobs.put(file: path, sha256: id)
            return id
        }
        // Behind what was acknowledged lies the rest of a write that was not.
        let scratch = scratch
        defer { MovingFiles.remove(scratch) }
        _ = try await MovingFiles.blocking { try MovingFiles.copy(path, to: scratch, length: segment.bytes) }
        try await blobs.put(file: scratch, sha256: id)
        return id
    }

    /// Removes what nothing will name, because the copy failed.
    func undo() async {
        for id in made { try? await blobs.remove(id) }
    }

    let first: [String] = []

    var days: Set<Int> { Set(objects.keys.map(\.day)) }

    func translated(_ page: MovingReader.Page) throws -> [[SQLValue]] {
        guard ["log_batch", "log_scrub", "log_unindexed"].contains(page.table.name) else { return page.rows }
        let chunk = page.table.place(of: "chunk")
        return page.rows.map { row in
            var row = row
            row[chunk] = .text(Self.chunk)
            return row
        }
    }

    func added(to table: TableShape) -> [[SQLValue]] {
        let all = objects.sorted { ($0.key.app, $0.key.day) < ($1.key.app, $1.key.day) }
        switch table.name {
        case "log_chunk":
            return all.map { segment, blob in
                table.row(
                    [
                        "app_id": .text(segment.app), "day": .integer(Int64(segment.day)), "id": .text(Self.chunk), "length": length(segment),
                        "blob": .text(blob.text), "position": .integer(0), "scrubs": .integer(0),
                    ]
                )
            }
        case "log_object":
            return all.map { segment, blob in
                table.row(
                    [
                        "app_id": .text(segment.app), "day": .integer(Int64(segment.day)), "blob": .text(blob.text), "size": length(segment),
                        "chunks": .integer(1), "made_at": now.sqlValue,
                    ]
                )
            }
        default: return []
        }
    }

    private func length(_ segment: TelemetrySegment) -> SQLValue { .integer(Int64(lengths[segment] ?? 0)) }
}
