import HTTPTypes

/// One line of the route table, as the OpenAPI document and the tests read it.
public struct Route: Sendable {
    /// One line for each.
    let method: HTTPRequest.Method
    /// Without the face's prefix, e.g. `apps/{app}`.
    let path: String
    /// Where it is mounted.
    let faces: Set<Face>
    /// Who may ask.
    let policy: Policy
    /// One English sentence for the API's readers.
    let summary: String
    /// Whose shapes the OpenAPI document tells.
    let input: any (Decodable & Sendable).Type
    let output: any (Decodable & Sendable).Type
    /// Of routes that stream something else than JSON.
    let mediaType: String?
    /// Of the body, on routes that take a file.
    var consumes: String?

    /// The names in braces.
    var parameters: [String] {
        path.split(separator: "/").compactMap { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
    }

    func matches(_ path: [Substring]) -> Bool {
        let own = self.path.split(separator: "/")
        return own.count == path.count && zip(own, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
