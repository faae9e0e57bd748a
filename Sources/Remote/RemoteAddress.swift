import Foundation

/// Where a console is: `http` or `https`, a host, perhaps a port and a path in front of everything.
public struct RemoteAddress: Sendable {
    /// Without a slash at the end.
    let text: String

    public static let usual = RemoteAddress(text: "http://127.0.0.1:8080")

    private init(text: String) {
        self.text = text
    }

    /// - Throws: ``RemoteError/address(_:)``.
    public init(_ text: String) throws {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost, !host.isEmpty, parts.query == nil, parts.fragment == nil
        else { throw RemoteError.address("not an address of the form https://console.example.com: \(RemoteText.clean(text))") }
        // The text itself is in no message: it may hold a password.
        guard parts.user == nil, parts.password == nil else { throw RemoteError.address("an address with a user in it; a console takes a token") }
        let port = parts.port.map { ":\($0)" } ?? ""
        let path = parts.percentEncodedPath.split(separator: "/").map { "/\($0)" }.joined()
        self.init(text: "\(scheme)://\(host)\(port)\(path)")
    }
}
