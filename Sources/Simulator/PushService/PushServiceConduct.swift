/// How the stand-in treats a device, so that one can see what the console makes of it: a token chooses by its first four characters. Apple's tokens are
/// hexadecimal digits, so each has a form of those; a token that begins with none of them is taken.
public enum PushServiceConduct: String, Sendable, CaseIterable {
    /// 410 `Unregistered`, with the time of the request; Google: 404 `UNREGISTERED`.
    case dead
    /// 400 `BadDeviceToken`; Google: `INVALID_ARGUMENT`.
    case bad0
    /// 503 the first time, taken from then on.
    case busy
    /// 429 with `Retry-After: 1` the first time, taken from then on.
    case many
    /// Taken, and answered after two seconds.
    case slow
    /// Taken, and never answered.
    case hang
    /// Taken, and the stream is reset.
    case rset
    /// The first time the connection is told to go away (GOAWAY) before the request was taken; taken from then on.
    case goaw

    /// The first characters of tokens that have it.
    public var prefixes: [String] {
        switch self {
        case .dead, .bad0: [rawValue]
        case .busy: [rawValue, "b503"]
        case .many: [rawValue, "b429"]
        case .slow: [rawValue, "d2d2"]
        case .hang: [rawValue, "dddd"]
        case .rset: [rawValue, "c1c1"]
        case .goaw: [rawValue, "caca"]
        }
    }

    static func of(_ token: String) -> PushServiceConduct? {
        known[String(Substring(token.utf8.prefix(4)))]
    }

    private static let known = Dictionary(uniqueKeysWithValues: allCases.flatMap { conduct in conduct.prefixes.map { ($0, conduct) } })
}
