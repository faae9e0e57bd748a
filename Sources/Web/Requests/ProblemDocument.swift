/// RFC 9457, as scripts read it.
struct ProblemDocument: Codable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let requestID: String
    let errors: [Entry]?

    struct Entry: Codable {
        let pointer: String
        let detail: String
    }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, errors
        case requestID = "request_id"
    }

    init(_ problem: Problem, requestID: String, catalogue: Catalogue.Words) {
        type = "/problems/\(problem.kind.rawValue)"
        title = catalogue[Message("web.title.\(problem.kind.rawValue)")]
        status = problem.kind.status.code
        detail = catalogue[problem.detail]
        self.requestID = requestID
        errors = problem.rejections.isEmpty ? nil : problem.rejections.map { Entry(pointer: $0.pointer, detail: catalogue[$0.message]) }
    }
}
