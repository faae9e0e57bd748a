import Foundation
import Hummingbird

/// Reads what a request brings: the query of a GET, the form or JSON of anything else.
struct InputReader {
    /// The most that a form or a JSON document may weigh, where a route says nothing else.
    static let bodyLimit = 1 << 20

    func read<Input: Decodable>(_ type: Input.Type, _ request: Request, form: Form?, upTo limit: Int = bodyLimit) async throws -> Input {
        if let empty = Nothing() as? Input { return empty }
        if let form { return try decode(type, from: form) }
        if request.method == .get || request.method == .head || request.method == .delete {
            return try decode(type, from: try query(request))
        }
        return try json(type, try await request.bytes(upTo: limit))
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
        let document = Data(bytes.isEmpty ? Array("{}".utf8) : bytes)
        do {
            return try decoder.decode(type, from: document)
        } catch let error as DecodingError {
            let problem = Problem(error)
            guard problem.kind == .malformed, let value = try? JSONSerialization.jsonObject(with: document) else { throw problem }
            throw unfitNumber(value).map { Problem.invalid($0.joined(separator: "."), "web.type") } ?? problem
        }
    }

    /// The place of a number that no integer is: the decoder refuses `1.5` and 10^30 as if the document were broken, without a place.
    private func unfitNumber(_ value: Any) -> [String]? {
        switch value {
        case let object as [String: Any]: object.lazy.compactMap { name, item in unfitNumber(item).map { [name] + $0 } }.first
        case let list as [Any]: list.enumerated().lazy.compactMap { index, item in unfitNumber(item).map { ["\(index)"] + $0 } }.first
        case let number as NSNumber: Int(exactly: number.doubleValue) == nil ? [] : nil
        default: nil
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

    /// What a form brought that was not accepted, for pages that make it again; nil when there is none.
    public func submitted<Input: Decodable>(as type: Input.Type) throws -> Input? {
        try submitted.map { try InputReader().decode(type, from: $0) }
    }
}

extension Problem {
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
