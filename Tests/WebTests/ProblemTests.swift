import HTTPTypes
import Testing

@testable import Web

struct ProblemTests {
    @Test func everyKindHasItsStatus() {
        let statuses = Dictionary(uniqueKeysWithValues: Problem.Kind.allCases.map { ($0, $0.status.code) })
        #expect(
            statuses == [
                .invalid: 422, .conflict: 409, .notFound: 404, .unauthorized: 401, .forbidden: 403, .methodNotAllowed: 405, .tooLarge: 413,
                .limited: 429,
                .timeout: 408, .malformed: 400, .unavailable: 503, .internal: 500,
            ]
        )
    }

    @Test(arguments: [("name", "/name"), ("rules.0.value", "/rules/0/value"), ("a/b~c", "/a~1b~0c"), ("", "")]) func fieldsBecomePointers(
        field: String,
        pointer: String
    ) {
        #expect(Rejection(field, "x").pointer == pointer)
    }

    @Test func theDocumentIsRFC9457() throws {
        let words = try Catalogue.Words.sample(["web.title.invalid": "Not accepted", "web.invalid": "See below", "web.range": "1 to {{most}}"])
        let problem = Problem.invalid([Rejection("n", "web.range", ["most": "9"])])
        let document = ProblemDocument(problem, requestID: "r1", catalogue: words)
        #expect(document.type == "/problems/invalid")
        #expect(document.title == "Not accepted")
        #expect(document.detail == "See below")
        #expect(document.status == 422)
        #expect(document.errors?.map(\.pointer) == ["/n"])
        #expect(document.errors?.map(\.detail) == ["1 to 9"])
        #expect(ProblemDocument(.notFound, requestID: "r1", catalogue: words).errors == nil)
    }

    @Test(
        arguments: [
            ("/", "/"), ("/a?b=1", "/a?b=1"), ("//evil.example", nil), ("/\\evil.example", nil), ("https://evil.example", nil), ("", nil), ("a", nil),
            ("/\t/evil.example", nil), ("/a\nb", nil), ("/" + String(repeating: "a", count: 2_048), nil), ("/\u{4F60}", nil),
        ] as [(String, String?)]
    )
    func returnPathsStayHere(text: String, path: String?) {
        #expect(ReturnPath.checked(text) == path)
    }
}
