import Hummingbird
import NIOCore

/// The file that a form brought, not read yet. For one task, and once; read to its end the form is known to be whole.
public final class FormFile {
    /// What its owner calls it, without folders; one line, at most 200 characters.
    public let name: String
    /// The media type as the browser guessed it.
    public let type: String
    private let reader: MultipartReader
    private let limit: Int
    private var first: ByteBuffer?
    private var received = 0

    init(_ header: MultipartHeader, _ reader: MultipartReader, first: ByteBuffer?, upTo limit: Int) {
        name = Self.plain(header.fileName ?? "")
        type = header.type
        self.reader = reader
        self.first = first
        self.limit = limit
    }

    /// What came next; nil at the end.
    /// - Throws: `tooLarge` over the form's limit; `malformed` when the form ends before the file, or goes on behind it.
    public func next() async throws -> ByteBuffer? {
        guard let piece = try await firstOrNext() else {
            guard try await reader.isLast() else { throw Problem(.malformed, "web.upload.last") }
            return nil
        }
        received += piece.readableBytes
        guard received <= limit else { throw Problem.tooLarge(limit) }
        return piece
    }

    private func firstOrNext() async throws -> ByteBuffer? {
        if let piece = first {
            first = nil
            return piece
        }
        return try await reader.piece()
    }

    /// Reads what is left and forgets it.
    func passOver() async throws {
        while try await next() != nil {}
    }

    /// Some browsers sent the path on the owner's disk.
    static func plain(_ name: String) -> String {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        return String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)))
    }
}

extension Request {
    /// The fields of a form up to its file, and the file; nil when none was chosen.
    /// - Parameters:
    ///   - field: the file's; it has to be the form's last.
    ///   - limit: bytes of the file.
    /// - Throws: `malformed` for what is no such form, `tooLarge` when it is larger than it may be.
    public func formWithFile(_ field: String, upTo limit: Int, _ limits: MultipartLimits = MultipartLimits()) async throws -> (Form, FormFile?) {
        let body = try UploadBody(self, upTo: limit, overhead: limits.overhead)
        let reader = try MultipartReader(self, body, limits)
        var fields: [(name: String, value: String)] = []
        var left = limits.fields
        while let header = try await reader.next() {
            guard header.fileName != nil else {
                fields.append((header.name, try await reader.text(header, &left)))
                continue
            }
            guard header.name == field else { throw MultipartReader.malformed }
            let first = try await reader.piece()
            let file = FormFile(header, reader, first: first, upTo: limit)
            // What browsers send for a field in which nothing was chosen.
            if header.fileName == "", first == nil {
                try await file.passOver()
                return (Form(fields), nil)
            }
            return (Form(fields), file)
        }
        return (Form(fields), nil)
    }
}

extension MultipartReader {
    /// The value of a field.
    /// - Parameter left: bytes that fields may still have.
    func text(_ header: MultipartHeader, _ left: inout Int) async throws -> String {
        left -= header.name.utf8.count
        var bytes: [UInt8] = []
        while let piece = try await piece() {
            left -= piece.readableBytes
            guard left >= 0 else { throw Problem.tooLarge(InputReader.bodyLimit) }
            bytes += piece.readableBytesView
        }
        // SQLite's texts end at U+0000.
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw Self.malformed }
        return text
    }
}
