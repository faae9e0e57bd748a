import Hummingbird
import Storage
import Web

/// Lets people and scripts take blobs, whole or from where they were cut off.
struct FileDownload: Sendable {
    let blobs: any Blobs

    /// - Parameters:
    ///   - size: in bytes, as it was when the blob was put.
    ///   - name: what the file is called where it is saved.
    ///   - type: media type.
    /// - Throws: `BlobError.missing` when the store has lost it: said now, because later the answer could only break off.
    func response(blob: BlobID, size: Int, name: String, type: String, request: Request) async throws -> Response {
        guard try await blobs.size(blob) == size else { throw BlobError.missing(blob) }
        let file = ServedFile(size: size, tag: blob.text, type: type, downloadName: name)
        return .file(file, for: request) { [blobs] range in try await blobs.read(blob, range) }
    }
}
