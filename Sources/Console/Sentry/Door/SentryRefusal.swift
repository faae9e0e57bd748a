import HTTPTypes
import Web

/// Why a request of an SDK is not taken. The reason goes back as `X-Sentry-Error`, in English as the protocol's own are: SDKs write it into their logs.
struct SentryRefusal: Error, Equatable {
    let status: Int
    let reason: String
    /// Seconds until it may be tried again.
    var retryAfter: Int?
    /// What is to wait meanwhile, as the protocol names it; empty for everything.
    var categories: [String] = []

    static let noKey = SentryRefusal(status: 401, reason: "missing authorization information: X-Sentry-Auth, sentry_key, or the envelope's dsn")
    static let unknownKey = SentryRefusal(status: 403, reason: "no such public key")
    static let disabledKey = SentryRefusal(status: 403, reason: "the public key is disabled")
    static let otherProject = SentryRefusal(status: 403, reason: "the public key belongs to another project")
    static let noApp = SentryRefusal(status: 403, reason: "the app is archived")

    static func malformed(_ reason: String) -> SentryRefusal { SentryRefusal(status: 400, reason: reason) }
    static func tooLarge(_ what: String, _ limit: Int) -> SentryRefusal {
        SentryRefusal(status: 413, reason: "\(what) has more than \(limit) bytes")
    }
    static func limited(_ seconds: Int, _ categories: [String] = []) -> SentryRefusal {
        SentryRefusal(status: 429, reason: "too many requests", retryAfter: seconds, categories: categories)
    }

    /// What the ledger said; nil for a bug.
    init?(_ error: any Error) {
        if let refusal = error as? SentryRefusal {
            self = refusal
            return
        }
        guard let problem = error as? Problem ?? (error as? any Explained)?.problem else { return nil }
        switch problem.kind {
        case .limited: self = .limited(problem.retryAfter ?? 1)
        case .tooLarge: self = SentryRefusal(status: 413, reason: "too large")
        case .unavailable: self = SentryRefusal(status: 503, reason: "the console cannot write now", retryAfter: problem.retryAfter ?? 30)
        case .malformed: self = .malformed("the body cannot be read")
        case .timeout: self = SentryRefusal(status: 408, reason: "the body came too slowly")
        default: return nil
        }
    }

    init(status: Int, reason: String, retryAfter: Int? = nil, categories: [String] = []) {
        (self.status, self.reason, self.retryAfter, self.categories) = (status, reason, retryAfter, categories)
    }

    /// As `X-Sentry-Rate-Limits` has it (Sentry, "Rate Limiting"): seconds, categories, scope, reason.
    var rateLimits: String? {
        retryAfter.map { "\($0):\(categories.joined(separator: ";")):key:console" }
    }
}
