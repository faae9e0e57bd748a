import Foundation
import Signing

@testable import Storage

/// The stores that have to behave the same.
enum BlobsKind: CaseIterable, Sendable {
    case directory
    case s3

    /// An empty store for one test.
    func stage() async throws -> BlobsStage {
        switch self {
        case .directory:
            let scratch = try ScratchDirectory()
            let directory = scratch.path + "/data/objects"
            return BlobsStage(blobs: DirectoryBlobs(directory: directory), scratch: scratch) { place, bytes in
                try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(place)"))
            }
        case .s3:
            let (moto, prefix) = (try await BlobsMoto.running(), "tests/\(Random.hex(6))")
            let blobs = S3Blobs(try moto.place(prefix), BlobsMoto.key, S3Patience(attempt: .seconds(20), whole: .seconds(40)))
            return BlobsStage(blobs: blobs, scratch: try ScratchDirectory()) { place, bytes in
                try await moto.ask(.PUT, "/\(prefix)/\(place)", bytes)
            }
        }
    }
}

struct BlobsStage: Sendable {
    let blobs: any Blobs
    let scratch: ScratchDirectory
    /// Writes behind the store's back, below its directory or prefix.
    let spoil: @Sendable (_ place: String, _ bytes: [UInt8]) async throws -> Void

    /// A file of its own with these bytes.
    func file(_ bytes: [UInt8]) throws -> String {
        let path = "\(scratch.path)/\(Random.hex(4))"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    static func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}
