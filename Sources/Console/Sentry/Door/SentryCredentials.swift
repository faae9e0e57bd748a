import Foundation
import HTTPTypes
import Hummingbird
import Web

/// The public key that a request shows: in the header `X-Sentry-Auth` or `Authorization`, in the query, or in the envelope's own head.
enum SentryCredentials {
    static func key(of request: Request) -> String? {
        for name in [HTTPField.Name.sentryAuth, .authorization] {
            if let header = request.headers[name], let key = key(inHeader: header) { return key }
        }
        return request.uri.queryParameters["sentry_key"].map(String.init)
    }

    /// `Sentry sentry_version=7, sentry_key=…, sentry_client=…`
    static func key(inHeader header: String) -> String? {
        guard header.prefix(7).lowercased() == "sentry " else { return nil }
        for part in header.dropFirst(7).split(whereSeparator: { $0 == "," || $0 == " " }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2, pair[0] == "sentry_key" { return String(pair[1]) }
        }
        return nil
    }
}

extension HTTPField.Name {
    static let sentryAuth = Self("X-Sentry-Auth")!
    static let sentryError = Self("X-Sentry-Error")!
    static let sentryRateLimits = Self("X-Sentry-Rate-Limits")!
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
}
