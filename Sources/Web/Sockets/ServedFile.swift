import HTTPTypes
import Hummingbird
import NIOCore

/// A file to be taken, whole or in parts: it stays the same as long as its tag does.
public struct ServedFile: Sendable {
    /// Bytes.
    public let size: Int
    /// Names the content, e.g. its digest; letters and digits. Goes out as a strong `ETag`.
    public let tag: String
    /// Media type.
    public let type: String
    /// What it is called where it is saved, in any characters; nil shows it.
    public let downloadName: String?
    /// Bytes that are read and written at a time.
    public let piece: Int

    public init(size: Int, tag: String, type: String, downloadName: String? = nil, piece: Int = 1 << 20) {
        self.size = size
        self.tag = tag
        self.type = type
        self.downloadName = downloadName
        self.piece = piece
    }

    fileprivate var eTag: String { "\"\(tag)\"" }
}

extension Response {
    /// A file as it is asked for: 200, 206 with one part, 304, or 416 (RFC 9110, sections 13 and 14). Browsers keep it and ask again each time,
    /// because who may see it can change.
    /// - Parameter read: the bytes of a range of the file.
    public static func file(_ file: ServedFile, for request: Request, _ read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) -> Response {
        var headers: HTTPFields = [.eTag: file.eTag, .cacheControl: "private, no-cache", .acceptRanges: "bytes"]
        if request.holds(file.eTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = file.type
        headers[.contentDisposition] = file.downloadName.map(ContentDisposition.attachment)
        switch request.range(of: file) {
        case .whole: return Response(status: .ok, headers: headers, body: body(0..<file.size, file.piece, read))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(range, file.piece, read))
        case .unsatisfiable: return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(file.size)", .acceptRanges: "bytes"])
        }
    }

    /// What fails in the middle ends the connection: the head has promised more.
    private static func body(_ range: Range<Int>, _ piece: Int, _ read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var start = range.lowerBound
            while start < range.upperBound {
                let end = min(start + piece, range.upperBound)
                try await writer.write(ByteBuffer(bytes: try await read(start..<end)))
                start = end
            }
            try await writer.finish(nil)
        }
    }
}

extension Request {
    /// Whether the asker has what the tag names. Compared weakly: packing by a proxy makes a tag weak and leaves the content.
    fileprivate func holds(_ tag: String) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        let tags = known.split(separator: ",").map { $0.drop { $0 == " " }.split(separator: " ").first ?? "" }
        return tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }

    /// A range of another version would be put together with what the asker has: then all is sent. HEAD has no ranges.
    fileprivate func range(of file: ServedFile) -> ByteRange {
        guard method == .get, headers[.ifRange].map({ $0 == file.eTag }) ?? true else { return .whole }
        return ByteRange(headers[.range], of: file.size)
    }
}

/// How a file is called (RFC 6266).
enum ContentDisposition {
    /// In ASCII for old clients, and as it is for all others (RFC 8187).
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && !"\"\\%/;".unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        let simple = "attachment; filename=\"\(plain.joined())\""
        return plain.joined() == name ? simple : "\(simple); filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}
