/// Something a console can be asked for.
public struct RemoteAction: Sendable, Codable, Equatable {
    /// Such as POST.
    public let method: String
    /// Below `/api/v1`, with names in braces where something has to be named.
    public let path: String
    /// One sentence.
    public let summary: String
    public let fields: [Field]
    /// Of a body that is a file or a form with files.
    public let takes: String?

    public struct Field: Sendable, Codable, Equatable {
        public let name: String
        public let isRequired: Bool
        /// Whether there may be several.
        public let isList: Bool

        init(name: String, isRequired: Bool, isList: Bool = false) {
            self.name = name
            self.isRequired = isRequired
            self.isList = isList
        }

        /// As `console api` takes it.
        public var word: String { isList ? "\(name)[]" : name }
    }

    /// The command that asks for it.
    public var command: String {
        let required = fields.filter(\.isRequired).map { " \($0.word)=…" }.joined()
        return "console api \(method) \(path)" + (takes == nil ? required : takes == "multipart/form-data" ? " file@…" : " --file …")
    }

    /// Whether it has to do with all of these words.
    public func concerns(_ words: [String]) -> Bool {
        let text = "\(method) \(path) \(summary)".lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}

/// What is of interest here in an OpenAPI document.
struct RemoteActions: Decodable {
    let all: [RemoteAction]

    init(from decoder: any Decoder) throws {
        let document = try Document(from: decoder)
        let found = document.paths.flatMap { path, operations in operations.map { $1.action($0.uppercased(), path) } }
        all = found.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }

    private struct Document: Decodable {
        let paths: [String: [String: Operation]]
    }

    private struct Operation: Decodable {
        let summary: String
        let parameters: [Parameter]
        let requestBody: Body?

        func action(_ method: String, _ path: String) -> RemoteAction {
            let asked = parameters.filter { $0.in == "query" }.map { RemoteAction.Field(name: $0.name, isRequired: $0.required) }
            let type = requestBody?.content.keys.first { $0 != "application/json" }
            return RemoteAction(
                method: method,
                path: String(path.trimmingPrefix("/api/v1/")),
                summary: RemoteText.clean(summary),
                fields: asked + (requestBody?.fields ?? []),
                takes: type
            )
        }
    }

    private struct Parameter: Decodable {
        let name: String
        let `in`: String
        let required: Bool
    }

    private struct Body: Decodable {
        let content: [String: Content]

        var fields: [RemoteAction.Field] {
            guard let schema = content["application/json"]?.schema else { return [] }
            let required = Set(schema.required ?? [])
            return (schema.properties ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                RemoteAction.Field(name: name, isRequired: required.contains(name), isList: value.isList)
            }
        }
    }

    private struct Content: Decodable {
        let schema: Schema?
    }

    private struct Schema: Decodable {
        let properties: [String: Property]?
        let required: [String]?
    }

    /// Whatever it is, but for lists.
    private struct Property: Decodable {
        let isList: Bool

        private enum CodingKeys: CodingKey {
            case type, anyOf
        }

        init(from decoder: any Decoder) {
            let fields = try? decoder.container(keyedBy: CodingKeys.self)
            let type = try? fields?.decode(String.self, forKey: .type)
            let choices = try? fields?.decode([Property].self, forKey: .anyOf)
            isList = type == "array" || choices?.contains(where: \.isList) == true
        }
    }
}
