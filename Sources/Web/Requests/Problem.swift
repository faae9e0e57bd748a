import HTTPTypes

/// An expected failure: what went wrong, in words from the catalogue, and what the asker can do about it.
///
/// The whole vocabulary is `Kind`; the one map to HTTP is `Kind.status`. Any other error thrown by a handler is a bug:
/// it is logged with the request id and answered as `internal`.
public struct Problem: Error, Sendable, Equatable {
    /// Which of the vocabulary.
    public let kind: Kind
    /// What went wrong, for whoever asked.
    public let detail: Message
    /// Field by field, where fields are to blame.
    public let rejections: [Rejection]
    /// Seconds, sent as `Retry-After`.
    public let retryAfter: Int?

    /// The vocabulary.
    public enum Kind: String, Sendable, CaseIterable {
        case invalid, conflict, notFound, unauthorized, forbidden, methodNotAllowed, tooLarge, limited, timeout, malformed, unavailable, `internal`

        /// The one map to HTTP.
        public var status: HTTPResponse.Status {
            switch self {
            case .invalid: .unprocessableContent
            case .conflict: .conflict
            case .notFound: .notFound
            case .unauthorized: .unauthorized
            case .forbidden: .forbidden
            case .methodNotAllowed: .methodNotAllowed
            case .tooLarge: .contentTooLarge
            case .limited: .tooManyRequests
            case .timeout: .requestTimeout
            case .malformed: .badRequest
            case .unavailable: .serviceUnavailable
            case .internal: .internalServerError
            }
        }
    }

    public init(_ kind: Kind, _ key: String, _ arguments: [String: String] = [:], rejections: [Rejection] = [], retryAfter: Int? = nil) {
        self.kind = kind
        detail = Message(key, arguments)
        self.rejections = rejections
        self.retryAfter = retryAfter
    }

    /// Nothing is there, or nothing that the viewer may know of.
    public static let notFound = Problem(.notFound, "web.notFound")

    /// Input that was understood but not accepted, field by field.
    public static func invalid(_ rejections: [Rejection]) -> Problem {
        Problem(.invalid, "web.invalid", rejections: rejections)
    }

    /// The same problem where the form calls its fields otherwise.
    public func renamed(_ name: (String) -> String) -> Problem {
        let rejections = rejections.map { Rejection(name($0.field), $0.message.key, $0.message.arguments) }
        return Problem(kind, detail.key, detail.arguments, rejections: rejections, retryAfter: retryAfter)
    }

    /// One field that was not accepted.
    public static func invalid(_ field: String, _ key: String, _ arguments: [String: String] = [:]) -> Problem {
        invalid([Rejection(field, key, arguments)])
    }
}

/// An error of another kind that may be one of the vocabulary: a database that is away, for instance.
public protocol Explained: Error {
    /// Nil when it is a bug.
    var problem: Problem? { get }
}

/// A sentence of the catalogue with its arguments; put into words where the answer is written.
public struct Message: Sendable, Equatable, Codable {
    /// In the catalogue.
    public let key: String
    /// By the names in the sentence's braces.
    public let arguments: [String: String]

    public init(_ key: String, _ arguments: [String: String] = [:]) {
        self.key = key
        self.arguments = arguments
    }

    private enum CodingKeys: CodingKey {
        case key, arguments
    }

    /// What was put into words has no others.
    public init(from decoder: any Decoder) throws {
        if let words = try? decoder.singleValueContainer().decode(String.self) {
            self.init(words)
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(try container.decode(String.self, forKey: .key), try container.decode([String: String].self, forKey: .arguments))
        }
    }

    /// In words where the answer is for somebody; as it is where it is kept.
    public func encode(to encoder: any Encoder) throws {
        if let words = encoder.userInfo[.words] as? Catalogue.Words {
            var container = encoder.singleValueContainer()
            try container.encode(words[self])
        } else {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            try container.encode(arguments, forKey: .arguments)
        }
    }
}

extension CodingUserInfoKey {
    /// The catalogue's, of the reader's language.
    static let words = CodingUserInfoKey(rawValue: "words")!
}

/// A field of the input and why it was not accepted.
public struct Rejection: Sendable, Equatable {
    /// The field's name, with dots for nesting; the JSON pointer is made from it.
    public let field: String
    /// Why.
    public let message: Message

    public init(_ field: String, _ key: String, _ arguments: [String: String] = [:]) {
        self.field = field
        message = Message(key, arguments)
    }

    /// RFC 6901; empty for the whole document.
    var pointer: String {
        field.split(separator: ".").map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
