import Foundation
import Testing

@testable import Web

struct OpenAPITests {
    private let document: [String: Any]

    init() throws {
        let json = try OpenAPI(try SampleSite().routes.table).json()
        // Held against the specification by hand: CONSOLE_OPENAPI=file swift test, then openapi-spec-validator file.
        if let path = ProcessInfo.processInfo.environment["CONSOLE_OPENAPI"] { try Data(json).write(to: URL(fileURLWithPath: path)) }
        document = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    private func at(_ path: String...) throws -> Any {
        try path.reduce(document as Any) { value, key in
            try #require((value as? [String: Any])?[key] ?? (value as? [[String: Any]])?.first { $0["name"] as? String == key }, "\(key)")
        }
    }

    private func operation(_ path: String, _ method: String) throws -> [String: Any] {
        try #require(try at("paths", "/api/v1/\(path)", method) as? [String: Any])
    }

    @Test func onlyAPIRoutesAreIn() throws {
        let paths = try #require(try at("paths") as? [String: Any])
        #expect(
            paths.keys.sorted() == [
                "/api/v1/apps/{app}", "/api/v1/apps/{app}/name", "/api/v1/apps/{app}/stock", "/api/v1/files", "/api/v1/items", "/api/v1/items/{item}",
                "/api/v1/items/{item}/export", "/api/v1/items/{item}/file", "/api/v1/orders",
                "/api/v1/secret",
            ]
        )
        #expect(try at("openapi") as? String == "3.1.0")
    }

    @Test func operationsHaveNamesOfTheirOwn() throws {
        let paths = try #require(try at("paths") as? [String: [String: [String: Any]]])
        let names = paths.values.flatMap { $0.values.compactMap { $0["operationId"] as? String } }
        #expect(names.count == Set(names).count)
        #expect(names.contains("getItemsItem") && names.contains("postItems"))
    }

    @Test func queriesAndPathsBecomeParameters() throws {
        let list = try #require(try operation("items", "get")["parameters"] as? [[String: Any]])
        #expect(list.map { $0["name"] as? String } == ["cursor", "kind", "limit"])
        #expect(list.allSatisfy { $0["in"] as? String == "query" && $0["required"] as? Bool == false })
        #expect(try at("paths", "/api/v1/items", "get", "parameters", "kind", "schema", "enum") as? [String] == ["small", "large"])
        let item = try #require(try operation("items/{item}", "get")["parameters"] as? [[String: Any]])
        #expect(item.first?["in"] as? String == "path" && item.first?["required"] as? Bool == true)
        let post = try #require(try operation("items", "post")["parameters"] as? [[String: Any]])
        #expect(post.map { $0["name"] as? String } == ["Idempotency-Key"])
    }

    @Test func bodiesHaveTheirShape() throws {
        let schema = try at("paths", "/api/v1/orders", "post", "requestBody", "content", "application/json", "schema")
        let order = try #require(schema as? [String: Any])
        #expect(order["required"] as? [String] == ["kind", "lines"])
        let due = ((order["properties"] as? [String: Any])?["due"] as? [String: Any])?["anyOf"] as? [[String: String]]
        #expect(due == [["type": "string", "format": "date-time"], ["type": "null"]])
    }

    @Test func filesHaveTheirMediaType() throws {
        let put = try #require(try at("paths", "/api/v1/items/{item}/file", "put", "requestBody") as? [String: Any])
        #expect(put["required"] as? Bool == true && (put["content"] as? [String: Any])?.keys.sorted() == ["application/octet-stream"])
        let file = try at("paths", "/api/v1/files", "post", "requestBody", "content", "multipart/form-data", "schema", "properties", "file")
        #expect((file as? [String: Any])?["contentMediaType"] as? String == "application/octet-stream")
    }

    @Test func answersHaveTheirStatusAndType() throws {
        #expect(try (at("paths", "/api/v1/items", "get", "responses") as? [String: Any])?.keys.sorted() == ["200", "default"])
        #expect(try (at("paths", "/api/v1/items", "post", "responses") as? [String: Any])?.keys.sorted() == ["200", "201", "default"])
        let gone = try #require(try at("paths", "/api/v1/items/{item}", "delete", "responses", "204") as? [String: Any])
        #expect(gone["content"] == nil)
        _ = try at("paths", "/api/v1/items/{item}/export", "get", "responses", "200", "content", "text/csv")
        #expect(
            try at("paths", "/api/v1/items", "get", "responses", "default", "content", "application/problem+json", "schema", "$ref") as? String
                == "#/components/schemas/Problem"
        )
    }

    @Test func theProblemIsDescribed() throws {
        #expect(try at("components", "schemas", "Problem", "required") as? [String] == ["detail", "request_id", "status", "title", "type"])
        #expect(try at("components", "securitySchemes", "token", "scheme") as? String == "bearer")
    }

    @Test func aListAsABodyIsABody() throws {
        let route = Route(
            method: .get,
            path: "names",
            faces: [.api],
            policy: .anyone,
            summary: "Names.",
            input: Nothing.self,
            output: [String].self,
            mediaType: nil
        )
        let json = try #require(try JSONSerialization.jsonObject(with: Data(try OpenAPI([route]).json())) as? [String: Any])
        let text = String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
        #expect(text.contains(#""items":{"type":"string"}"#))
    }
}
