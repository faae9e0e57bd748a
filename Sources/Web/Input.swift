import Foundation
import Gzip
import Hummingbird
import NIOCore
import NIOHTTP1

/// Reads what a request brings: the query of a GET, the form or JSON of anything else.
struct InputReader {
    /// The most that a form or a JSON document may weigh.
    static let bodyLimit = 1 << 20

    func input<Input: Decodable>(_ type: Input.Type, _ request: Request, form: Form?) async throws -> Input {
        if let empty = Nothing() as? Input { return empty }
        if let form { return try decode(type, from: form) }
        if request.method == .get || request.method == .head || request.method == .delete {
            return try decode(type, from: try query(request))
        }
        return try json(type, try await request.bytes(upTo: Self.bodyLimit))
    }

    func query(_ request: Request) throws -> Form {
        try Form(encoded: request.uri.query ?? "")
    }

    /// The form of a POST, or nil when the body is of another kind.
    func form(_ request: Request) async throws -> Form? {
        guard request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") ?? false else { return nil }
        return try Form(encoded: String(decoding: try await request.bytes(upTo: Self.bodyLimit), as: UTF8.self))
    }

    fileprivate func decode<Input: Decodable>(_ type: Input.Type, from form: Form) throws -> Input {
        do {
            return try FormDecoder().decode(type, from: form)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    private func json<Input: Decodable>(_ type: Input.Type, _ bytes: [UInt8]) throws -> Input {
        guard !holdsNull(bytes) else { throw Problem(.malformed, "web.json") }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(Self.date)
        do {
            return try decoder.decode(type, from: Data(bytes.isEmpty ? Array("{}".utf8) : bytes))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// Whether a text of the document holds U+0000, which can only be escaped in JSON. SQLite's texts end there.
    private func holdsNull(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            if rest[slash...].starts(with: #"\u0000"#.utf8) { return true }
            rest = rest[slash...].dropFirst(2)
        }
        return false
    }

    /// RFC 3339, with or without a fraction. Foundation's own strategy takes no fraction, and does not name the field of what it refuses.
    @Sendable private static func date(_ decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        let date = (try? Date.ISO8601FormatStyle().parse(text)) ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
        guard let date else { throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not RFC 3339")) }
        return date
    }
}

extension Context {
    /// The query as a value, for routes that make their own response.
    /// - Throws: `invalid` as for the input of any other route.
    public func query<Input: Decodable>(as type: Input.Type) throws -> Input {
        try InputReader().decode(type, from: query)
    }
}

extension Request {
    /// The whole body, unpacked when it came as gzip.
    /// - Throws: `tooLarge` over `limit` bytes before or after unpacking, `malformed` for broken gzip.
    public func bytes(upTo limit: Int) async throws -> [UInt8] {
        let bytes = try await packedBytes(upTo: limit)
        return try isPacked ? unpack(bytes, limit) : bytes
    }

    /// The whole body as it was sent.
    /// - Throws: `tooLarge` over `limit` bytes, `malformed` when the connection ends before the body does.
    public func packedBytes(upTo limit: Int) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Problem.tooLarge(limit) }
        do {
            return [UInt8](buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit)
        } catch is HTTPParserError {
            throw Problem(.malformed, "web.body.cut")
        }
    }

    /// Whether the body is gzip.
    /// - Throws: `malformed` for any other packing.
    public var isPacked: Bool {
        get throws {
            switch headers[.contentEncoding]?.lowercased() {
            case nil, "identity": false
            case "gzip", "x-gzip": true
            default: throw Problem(.malformed, "web.encoding")
            }
        }
    }

    private func unpack(_ bytes: [UInt8], _ limit: Int) throws -> [UInt8] {
        do {
            return try Gzip.decompress(bytes, limit: limit)
        } catch {
            switch error {
            case .tooLarge, .ratio: throw Problem.tooLarge(limit)
            default: throw Problem(.malformed, "web.gzip")
            }
        }
    }
}

extension Problem {
    /// More bytes than the route takes.
    public static func tooLarge(_ limit: Int) -> Problem {
        Problem(.tooLarge, "web.tooLarge", ["limit": ReaderFormatter.grouped(Int64(limit))])
    }

    /// What a decoder says about input from outside, as a rejection of the field it concerns.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context): self = .invalid(Self.field(context.codingPath + [key]), "web.required")
        case .valueNotFound(_, let context): self = .invalid(Self.field(context.codingPath), "web.required")
        case .typeMismatch(_, let context): self = .invalid(Self.field(context.codingPath), "web.type")
        case .dataCorrupted(let context) where context.codingPath.isEmpty: self = Problem(.malformed, "web.json")
        case .dataCorrupted(let context): self = .invalid(Self.field(context.codingPath), "web.choice")
        @unknown default: self = Problem(.malformed, "web.json")
        }
    }

    private static func field(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
