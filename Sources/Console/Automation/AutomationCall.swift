import Foundation
import Web

/// A request as it is typed: with curl and with `console api`.
///
/// What is left to say stands as a variable of the shell, so that a line can be copied as it is: `$CONSOLE_TOKEN`, and `$GROUP` for a `{group}`.
struct AutomationCall: Sendable, Equatable {
    let method: String
    /// Below `/api/v1`, with names in braces.
    let path: String
    var query: [(name: String, value: String)] = []
    var json: String?
    /// Media type of a file, or of a form with one.
    var file: String?
    /// Whether the answer is a file.
    var isDownload = false

    static func == (one: AutomationCall, other: AutomationCall) -> Bool {
        one.command(app: nil) == other.command(app: nil) && one.isDownload == other.isDownload
    }

    /// The path as a shell reads it.
    private func place(_ app: String?) -> String {
        path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            let name = part.dropFirst().dropLast()
            if name == "app", let app { return app }
            return "$\(name.uppercased())"
        }.joined(separator: "/")
    }

    /// - Parameters:
    ///   - publicURL: what people call the console.
    ///   - app: nil leaves it open.
    func curl(_ publicURL: String, app: String?) -> String {
        let asked = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let address = "\(publicURL)/api/v1/\(place(app))\(asked.isEmpty ? "" : "?\(asked)")"
        let parts = [
            "curl --fail-with-body", method == "GET" || isPut ? nil : "-X \(method)", #"-H "Authorization: Bearer $CONSOLE_TOKEN""#, content,
            isDownload ? #"-o "$OUT""# : nil, "\"\(address)\"",
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// `-T` puts by itself.
    private var isPut: Bool { method == "PUT" && file != nil && !isForm }
    private var isForm: Bool { file == "multipart/form-data" }

    private var content: String? {
        if isForm { return #"-F "file=@$FILE""# }
        if isPut { return #"-T "$FILE""# }
        if let file { return "-H 'Content-Type: \(file)' --data-binary \"@$FILE\"" }
        return json.map { "-H 'Content-Type: application/json' -d '\($0.replacing("'", with: #"'\''"#))'" }
    }

    /// The same with the command line.
    func command(app: String?) -> String {
        let fields = query.map { " \"\($0.name)=\($0.value)\"" }.joined()
        let content =
            if isForm { #" "file@$FILE""# } else if file != nil { #" --file "$FILE""# } else {
                json.map { " --data '\($0.replacing("'", with: #"'\''"#))'" } ?? ""
            }
        return "console api \(method) \"\(place(app))\"\(fields)\(content)\(isDownload ? #" -o "$OUT""# : "")"
    }
}

extension AutomationCall {
    /// With all that the endpoint cannot do without.
    init(_ endpoint: Endpoint) {
        self.init(
            method: endpoint.method,
            path: endpoint.path,
            query: endpoint.query.map { ($0, "$\($0.uppercased())") },
            json: endpoint.sample,
            file: endpoint.takes,
            isDownload: endpoint.gives.map { !["text/event-stream", "text/csv", "application/json"].contains($0) } ?? false
        )
    }
}
