import Foundation
import NIOHTTP1

/// A request in the words of whoever types it: what `console api` sends.
public struct RemoteCall: Sendable {
    let method: HTTPMethod
    let path: RemotePath
    let headers: [(String, String)]
    let body: RemoteBody?

    /// - Parameters:
    ///   - method: GET, POST, PUT, PATCH or DELETE, in letters of either case.
    ///   - path: below `/api/v1`, with or without that, perhaps with a query.
    ///   - fields: see ``RemoteField``. They go into the query of GET and DELETE and of what brings a file, into a form where one of them is
    ///     a file, and into JSON otherwise.
    ///   - data: JSON, instead of fields.
    ///   - file: the path of a file that is the whole body.
    ///   - mediaType: of the file.
    ///   - headers: `Name: value`.
    /// - Throws: ``RemoteCallError`` for what cannot be meant, ``RemoteError`` for a file that cannot be read.
    public init(
        method: String,
        path: String,
        fields: [String] = [],
        data: [UInt8]? = nil,
        file: String? = nil,
        mediaType: String = "application/octet-stream",
        headers: [String] = []
    ) throws {
        let fields = try fields.map(RemoteField.init)
        self.method = try Self.method(method)
        let body = try Self.body(self.method, fields, data, file, mediaType)
        self.path = try Self.path(path, body == nil || file != nil ? fields : [])
        self.body = body
        self.headers = try headers.map(Self.header) + (body.map { [("Content-Type", $0.mediaType)] } ?? []) + Self.key(self.method)
    }

    private static func method(_ text: String) throws -> HTTPMethod {
        let method = text.uppercased()
        guard ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(method) else {
            throw RemoteCallError("\(RemoteText.clean(text)) is none of GET, POST, PUT, PATCH and DELETE")
        }
        return HTTPMethod(rawValue: method)
    }

    private static func path(_ text: String, _ fields: [RemoteField]) throws -> RemotePath {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var parts = (halves.first ?? "").split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        if parts.starts(with: ["api", "v1"]) { parts.removeFirst(2) }
        guard !parts.isEmpty, !text.contains("://"), !parts.contains(where: { $0 == "." || $0 == ".." }) else {
            throw RemoteCallError("the path is one such as apps/shop/crash-groups: console actions lists them")
        }
        if let open = parts.first(where: { $0.hasPrefix("{") }) { throw RemoteCallError("say what \(open) in the path is") }
        return RemotePath(parts, query(halves.count > 1 ? halves[1] : "") + (try fields.map { ($0.name, try $0.text()) }))
    }

    private static func query(_ text: Substring) -> [(name: String, value: String?)] {
        text.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? String(halves[1]) : ""
            return (halves[0].removingPercentEncoding ?? String(halves[0]), value.removingPercentEncoding ?? value)
        }
    }

    private static func header(_ text: String) throws -> (String, String) {
        guard let found = text.wholeMatch(of: #/([A-Za-z0-9-]+): *([ -~]*)/#) else {
            throw RemoteCallError("\(RemoteText.clean(text)) is no header of the form Name: value")
        }
        return (String(found.output.1), String(found.output.2))
    }

    /// However often it is sent, it is done once.
    private static func key(_ method: HTTPMethod) -> [(String, String)] {
        method == .POST ? [("Idempotency-Key", UUID().uuidString)] : []
    }

    private static func body(
        _ method: HTTPMethod,
        _ fields: [RemoteField],
        _ data: [UInt8]?,
        _ file: String?,
        _ mediaType: String
    ) throws -> RemoteBody? {
        if let file {
            guard data == nil, !fields.contains(where: \.isFile) else {
                throw RemoteCallError("a file is the whole body: nothing else can be sent with it")
            }
            return RemoteBody([.file(try RemoteFile(file))], mediaType: mediaType)
        }
        if let data {
            guard fields.isEmpty else { throw RemoteCallError("either fields or JSON as a whole") }
            guard (try? JSONSerialization.jsonObject(with: Data(data), options: .fragmentsAllowed)) != nil else {
                throw RemoteCallError("the data is not JSON")
            }
            return RemoteBody([.bytes(data)], mediaType: "application/json")
        }
        if method == .GET || method == .DELETE { return nil }
        if fields.contains(where: \.isFile) { return try RemoteField.form(fields, boundary: "console-\(UUID().uuidString)") }
        return RemoteBody([.bytes(try RemoteField.json(fields))], mediaType: "application/json")
    }
}

/// Why a call cannot be meant as it was written.
public struct RemoteCallError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
