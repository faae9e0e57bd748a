import Foundation

/// Where blobs are kept, as the setting `objects` says: the path of a directory, or `s3://bucket/prefix?endpoint=http://host:9000&region=…`.
public enum BlobsAddress: Sendable, Equatable {
    case directory(String)
    case s3(S3Place)

    /// - Throws: `BlobsAddressError` that says what is wrong.
    public init(_ text: String) throws {
        guard let scheme = text.firstMatch(of: #/^([A-Za-z][A-Za-z0-9+.-]*):\/\//#) else {
            guard !text.isEmpty, !text.unicodeScalars.contains("\0") else { throw BlobsAddressError("is empty") }
            self = .directory(text)
            return
        }
        guard scheme.output.1 == "s3" else {
            throw BlobsAddressError("is a directory or s3://bucket/prefix?endpoint=…&region=…, not \(scheme.output.1)://")
        }
        self = .s3(try S3Place(url: text))
    }

    /// Opens the store; nothing is asked of it yet.
    /// - Throws: `BlobsAddressError` for S3 without keys.
    public func open(accessKey: String?, secretKey: String?) throws -> any Blobs {
        switch self {
        case .directory(let path): return DirectoryBlobs(directory: path)
        case .s3(let place):
            guard let accessKey, let secretKey, !accessKey.isEmpty, !secretKey.isEmpty else {
                throw BlobsAddressError("is \(place), which needs CONSOLE_S3_ACCESS_KEY and CONSOLE_S3_SECRET_KEY")
            }
            return S3Blobs(place, S3Key(access: accessKey, secret: secretKey))
        }
    }
}

/// What is wrong with the text of an address. Reads on behind the setting's name: "objects is empty".
public struct BlobsAddressError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
