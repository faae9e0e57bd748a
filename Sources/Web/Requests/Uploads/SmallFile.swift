import Hummingbird
import NIOCore

/// A small file that a form brought, whole.
public struct SmallFile: Sendable, Equatable {
    /// Of the form.
    public let field: String
    /// What its owner calls it, without folders; one line, at most 200 characters.
    public let name: String
    public let bytes: [UInt8]

    public init(field: String, name: String, bytes: [UInt8]) {
        self.field = field
        self.name = name
        self.bytes = bytes
    }
}

/// The fields of a form that take small files.
public struct SmallFileFields: Sendable {
    public let names: [String]
    /// Bytes of each.
    public let limit: Int

    public init(_ names: [String], upTo limit: Int) {
        self.names = names
        self.limit = limit
    }
}

extension Request {
    /// The fields of a form and its files, in whatever order they come. Files stand in memory: for such as are small, and must not touch a disk.
    /// - Throws: `malformed` for what is no such form or has a file twice, `tooLarge` when a file is larger than it may be.
    func formWithSmallFiles(_ wanted: SmallFileFields, _ limits: MultipartLimits = MultipartLimits()) async throws -> (Form, [SmallFile]) {
        let body = try UploadBody(self, upTo: wanted.limit * wanted.names.count, overhead: limits.overhead)
        let reader = try MultipartReader(self, body, limits)
        var fields: [(name: String, value: String)] = []
        var files: [SmallFile] = []
        var left = limits.fields
        while let header = try await reader.next() {
            guard let name = header.fileName else {
                fields.append((header.name, try await reader.text(header, &left)))
                continue
            }
            guard wanted.names.contains(header.name), !files.contains(where: { $0.field == header.name }) else { throw MultipartReader.malformed }
            let bytes = try await reader.bytes(upTo: wanted.limit)
            // What browsers send for a field in which nothing was chosen.
            if name.isEmpty, bytes.isEmpty { continue }
            files.append(SmallFile(field: header.name, name: FormFile.plain(name), bytes: bytes))
        }
        return (Form(fields), files)
    }

    /// What a script sent as a form with files: the fields as a value, and the files.
    /// - Throws: as any input does.
    public func input<Input: Decodable>(_ type: Input.Type, with files: SmallFileFields) async throws -> (Input, [SmallFile]) {
        let (sent, files) = try await formWithSmallFiles(files)
        return (try await InputReader().read(type, self, form: sent), files)
    }
}

extension MultipartReader {
    fileprivate func bytes(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await piece() {
            guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
            bytes += piece.readableBytesView
        }
        return bytes
    }
}
