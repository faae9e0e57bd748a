import Foundation
import Hummingbird
import NIOCore

/// Writes replies and problems as JSON. Times are RFC 3339 with the offset of one zone, messages are sentences.
struct JSONAnswer {
    let zone: TimeZone
    /// In which messages are written.
    var words = Catalogue.Words.none

    func response<Body, Extras>(_ reply: Reply<Body, Extras>) throws -> Response {
        switch reply.outcome {
        case .shown(let body): try json(body, .ok)
        case .created(let body, let path, _): try json(body, .created, [.location: "/api/v1\(path)"])
        case .done: Response(status: .noContent)
        case .response(let response): response
        }
    }

    func response(_ problem: Problem, _ context: Context, _ catalogue: Catalogue) throws -> Response {
        let document = ProblemDocument(problem, requestID: context.requestID, catalogue: catalogue[context.reader.language])
        var response = try json(document, problem.kind.status, [.contentType: "application/problem+json"])
        if problem.kind == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func json(_ body: some Encodable, _ status: HTTPResponse.Status, _ extra: HTTPFields = [:]) throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        for field in extra { headers[field.name] = field.value }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(body))))
    }

    var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.userInfo[.words] = words
        encoder.dateEncodingStrategy = .custom { [zone] date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(LocalTime(date, zone).iso)
        }
        return encoder
    }
}
