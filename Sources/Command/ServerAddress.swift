import ArgumentParser
import Foundation

/// Where the console is that a command talks to over the network.
enum ServerAddress {
    static let usual = URL(string: "http://127.0.0.1:8080")!

    static func read(_ text: String) throws -> URL {
        guard let url = URL(string: text), url.host() != nil else { throw ValidationError("not an address: \(text)") }
        return url
    }
}
