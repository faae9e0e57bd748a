import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

extension Response {
    /// `{"id": …}`, or an empty object for what has no id.
    static func sentry(_ outcome: SentryOutcome) -> Response {
        var response = sentry(.ok, outcome.id.map { #"{"id":"\#($0)"}"# } ?? "{}")
        if let limited = outcome.limited { response.limit(limited) }
        return response
    }

    static func sentry(_ refusal: SentryRefusal) -> Response {
        let detail = refusal.reason.replacing("\\", with: " ").replacing("\"", with: "'")
        var response = sentry(HTTPResponse.Status(code: refusal.status), #"{"detail":"\#(detail)","causes":[]}"#)
        response.headers[.sentryError] = refusal.reason
        if refusal.retryAfter != nil { response.limit(refusal) }
        return response
    }

    /// What a browser asks before it lets a page's SDK send.
    static var sentryPreflight: Response {
        var response = Response(status: .noContent, headers: crossOrigin)
        response.headers[.accessControlAllowMethods] = "POST, OPTIONS"
        response.headers[.accessControlAllowHeaders] = "X-Sentry-Auth, X-Requested-With, Content-Type, Content-Encoding, Authorization"
        response.headers[.accessControlMaxAge] = "3600"
        return response
    }

    private static func sentry(_ status: HTTPResponse.Status, _ json: String) -> Response {
        var headers = crossOrigin
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json)))
    }

    /// Pages of any site may send here: the key says whose events they are, and no cookie counts.
    private static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "x-sentry-error, x-sentry-rate-limits, retry-after",
        .crossOriginResourcePolicy: "cross-origin",
    ]

    private mutating func limit(_ refusal: SentryRefusal) {
        headers[.retryAfter] = refusal.retryAfter.map { "\($0)" }
        headers[.sentryRateLimits] = refusal.rateLimits
    }
}
