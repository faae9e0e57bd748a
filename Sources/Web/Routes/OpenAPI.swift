import Foundation

/// The OpenAPI 3.1 document of every `/api/v1` route, written from the route table and the shapes of inputs and outputs.
public struct OpenAPI: Sendable {
    private let table: [Route]

    /// - Parameter table: of all routes; those without the API's face are left out.
    public init(_ table: [Route]) {
        self.table = table.filter { $0.faces.contains(.api) }
    }

    /// The document, with keys in order.
    public func json() throws -> [UInt8] {
        let paths = try Dictionary(grouping: table, by: \.path).map { path, routes in
            ("/api/v1/\(path)", Dictionary(uniqueKeysWithValues: try routes.map { ($0.method.rawValue.lowercased(), try operation($0)) }) as Any)
        }
        let document: [String: Any] = [
            "openapi": "3.1.0",
            "info": [
                "title": "Main site", "version": "1", "description": Self.description,
            ],
            "paths": Dictionary(uniqueKeysWithValues: paths),
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]], "schemas": ["Problem": schema(try .of(ProblemDocument.self))],
            ],
        ]
        return [UInt8](try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]))
    }

    private static let description = """
        REST JSON of the main site console. Errors are RFC 9457 problem documents; their sentences are English, \
        or Chinese for `Accept-Language: zh-CN`.
        """

    private func operation(_ route: Route) throws -> [String: Any] {
        let (input, output) = (try Shape.of(route.input), try Shape.of(route.output))
        var operation: [String: Any] = [
            "summary": route.summary,
            "operationId": identifier(route),
            "tags": [String(route.path.split(separator: "/").last { !$0.hasPrefix("{") } ?? "")],
            "parameters": parameters(route, input),
            "responses": responses(route, output),
            "security": route.policy == .anyone ? [] : [["token": [String]()]],
        ]
        operation["requestBody"] = body(route, input)
        return operation
    }

    private func body(_ route: Route, _ input: Shape) -> [String: Any]? {
        if let type = route.consumes {
            return ["required": true, "content": [type: type == "multipart/form-data" ? ["schema": Self.fileForm] : [:]]]
        }
        guard route.method != .get, route.method != .delete, !input.properties.isEmpty else { return nil }
        return ["required": true, "content": ["application/json": ["schema": schema(input)]]]
    }

    private static var fileForm: [String: Any] {
        ["type": "object", "properties": ["file": ["type": "string", "contentMediaType": "application/octet-stream"]], "required": ["file"]]
    }

    private func identifier(_ route: Route) -> String {
        let words = route.path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return route.method.rawValue.lowercased() + words.joined()
    }

    private func parameters(_ route: Route, _ input: Shape) -> [[String: Any]] {
        let path: [[String: Any]] = route.parameters.map { ["name": $0, "in": "path", "required": true, "schema": ["type": "string"]] }
        guard route.method == .get || route.method == .delete else { return path + (route.method == .post ? [idempotencyKey] : []) }
        return path
            + input.properties.sorted { $0.key < $1.key }.map { name, shape in
                ["name": name, "in": "query", "required": !shape.isOptional, "schema": schema(shape.unwrapped)]
            }
    }

    private var idempotencyKey: [String: Any] {
        [
            "name": "Idempotency-Key", "in": "header", "required": false, "schema": ["type": "string", "maxLength": 255],
            "description": "The same key and payload within 24 h replays the first answer; another payload is 422.",
        ]
    }

    private func responses(_ route: Route, _ output: Shape) -> [String: Any] {
        let problem: [String: Any] = [
            "description": "Problem", "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ]
        let type = route.mediaType ?? "application/json"
        let body: [String: Any] = ["description": "Done", "content": [type: ["schema": route.mediaType == nil ? schema(output) : [:]]]]
        let empty: [String: Any] = ["description": "Done"]
        let success = Dictionary(uniqueKeysWithValues: route.successes(output).map { ($0, route.hasBody(output) ? body : empty) })
        return success.merging(["default": problem]) { $1 }
    }

    private func schema(_ shape: Shape) -> [String: Any] {
        switch shape {
        case .object(let members): object(members.shapes)
        case .array(let element): ["type": "array", "items": schema(element)]
        case .dictionary(let value): ["type": "object", "additionalProperties": schema(value)]
        case .optional(let inner): ["anyOf": [schema(inner), ["type": "null"]]]
        case .string, .html: ["type": "string"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .date: ["type": "string", "format": "date-time"]
        case .enumeration(let names): ["type": "string", "enum": names]
        case .any: [:]
        }
    }

    private func object(_ properties: [String: Shape]) -> [String: Any] {
        var object: [String: Any] = ["type": "object", "properties": properties.mapValues { schema($0) }]
        let required = properties.filter { !$0.value.isOptional }.keys.sorted()
        if !required.isEmpty { object["required"] = required }
        return object
    }
}

extension Shape {
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}

extension Route {
    /// The statuses of success: a POST that gives a body back has made something (201) or only tells something, such as a secret (200).
    fileprivate func successes(_ output: Shape) -> [String] {
        if method == .get || mediaType != nil { return ["200"] }
        if !hasBody(output) { return ["204"] }
        return method == .post ? ["200", "201"] : ["200"]
    }

    fileprivate func hasBody(_ output: Shape) -> Bool {
        mediaType != nil || output != .object([:])
    }
}
