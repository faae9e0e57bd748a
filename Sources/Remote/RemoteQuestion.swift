import Foundation
import NIOHTTP1

/// One request. All of ours may be sent again.
struct RemoteQuestion: Sendable {
    let method: HTTPMethod
    let path: RemotePath
    let headers: [(String, String)]
    let body: [UInt8]?
    /// Bytes of a good answer. A page of a hundred modules with texts of 2,000 characters is about 2 MB.
    let limit = 16 << 20

    init(_ method: HTTPMethod, _ path: RemotePath, headers: [(String, String)] = [], body: [UInt8]? = nil) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// Makes something, or changes it: however often it is sent, it is done once.
    init(making path: RemotePath, _ body: some Encodable, headers: [(String, String)] = []) throws {
        try self.init(telling: path, body, headers: [("Idempotency-Key", UUID().uuidString)] + headers)
    }

    /// Something that does no harm when it is sent again, and need not be remembered for a day.
    init(telling path: RemotePath, _ body: some Encodable, headers: [(String, String)] = []) throws {
        self.init(.POST, path, headers: [("Content-Type", "application/json")] + headers, body: [UInt8](try JSONEncoder().encode(body)))
    }
}

/// Where something is on a console, below `/api/v1`.
public struct RemotePath: Sendable, CustomStringConvertible {
    /// As it goes into the request line.
    let text: String

    public var description: String { text }

    /// - Parameters:
    ///   - parts: of the path; each is escaped.
    ///   - query: names and values.
    public init(_ parts: [String], _ query: [(name: String, value: String?)] = []) {
        let path = "/api/v1/" + parts.map(Self.escaped).joined(separator: "/")
        let given = Self.encoded(query)
        text = path + (given.isEmpty ? "" : "?" + given)
    }

    private init(text: String) {
        self.text = text
    }

    /// What the console says of its own endpoints.
    static let description = RemotePath(text: "/api/openapi.json")

    /// The same with more in its query.
    func adding(_ query: [(name: String, value: String?)]) -> RemotePath {
        let given = Self.encoded(query)
        return given.isEmpty ? self : RemotePath(text: text + (text.contains("?") ? "&" : "?") + given)
    }

    private static func encoded(_ query: [(name: String, value: String?)]) -> String {
        query.compactMap { item in item.value.map { "\(escaped(item.name))=\(escaped($0))" } }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// A path that the console gave, such as `/api/v1/modules/MPLog/versions/ios/1.0.0/artifact`.
    /// - Returns: nil for what leads anywhere else.
    public init?(given text: String) {
        guard text.hasPrefix("/api/v1/"), text.utf8.count <= 2_000, text.wholeMatch(of: #/[A-Za-z0-9_.~%\/?&=+\-]+/#) != nil,
            !text.split(separator: "/").contains(where: { $0 == ".." || $0 == "." })
        else { return nil }
        self.text = text
    }
}
