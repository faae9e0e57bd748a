/// Why a console did not do what it was asked; its description is a sentence with the way out.
public enum RemoteError: Error, Sendable, CustomStringConvertible {
    /// What was given as address or token cannot be one.
    case address(String)
    /// No answer, or one that broke off.
    case unreachable(_ console: String, _ reason: String)
    /// `retryAfter` is in seconds.
    case refused(_ console: String, status: Int, RemoteProblem, hasToken: Bool, retryAfter: Double?)
    /// It sends us to another address.
    case elsewhere(_ console: String, _ place: String)
    /// A success in other words than the console's.
    case unreadable(_ console: String, _ path: String)
    case tooLong(_ console: String, _ limit: Int)
    /// What came is not what was announced. Nothing of it is kept.
    case wrongSize(_ name: String, announced: Int, got: Int)
    case wrongDigest(_ name: String)
    /// What the disk said.
    case file(String)

    public var description: String {
        switch self {
        case .address(let reason): reason
        case .unreachable(let console, let reason):
            "\(console) cannot be reached: \(reason). Is the console running, and is that its address (--server, CONSOLE_SERVER)?"
        case .refused(let console, let status, let problem, let hasToken, _): Self.words(console, status, problem, hasToken)
        case .elsewhere(let console, let place): "\(console) sends us to \(place); if that is the console, give that address as --server"
        case .unreadable(let console, let path): "what \(console)\(path) answered is not from a console of this version; is the address right?"
        case .tooLong(let console, let limit): "\(console) answered more than \(limit >> 20) MiB, which no console does; is the address right?"
        case .wrongSize(let name, let announced, let got):
            "\(name) has \(announced) bytes by the catalogue, and \(got) came; nothing was kept. Try again; if it stays, its file in the console is damaged"
        case .wrongDigest(let name):
            "\(name) came with another SHA-256 than the catalogue's; nothing was kept. Try again; if it stays, its file in the console is damaged"
        case .file(let reason): reason
        }
    }

    private static func words(_ console: String, _ status: Int, _ problem: RemoteProblem, _ hasToken: Bool) -> String {
        let words = problem.words
        let said = words.isEmpty ? "" : ": \(words)"
        switch status {
        case 401 where !hasToken:
            return
                "\(console) wants to know who asks: make a token (console token create --name NAME --scope read) and give its file as --token-file, "
                + "or the token in CONSOLE_TOKEN"
        case 401: return "\(console) does not take the token\(said). It may have been revoked or have expired: make a new one"
        case 403: return "the token may not do that\(said). Make one with the scope that it takes"
        case 429: return "\(console) is asked too often\(said). Try again later"
        case 500...: return "\(console) cannot do it now (\(status))\(said). Try again later"
        default: return words.isEmpty ? "\(console) refused it (\(status))" : words
        }
    }

    /// Whether another attempt may help.
    var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .refused(_, let status, _, _, _): status == 408 || status == 425 || status == 429 || status >= 500
        default: false
        }
    }

    var retryAfter: Double? {
        if case .refused(_, _, _, _, let wait) = self { wait } else { nil }
    }

    /// Whether things are not as whoever asked thinks.
    var isConflict: Bool {
        if case .refused(_, 409, _, _, _) = self { true } else { false }
    }

    /// Whether there is no such thing.
    var isNotFound: Bool {
        if case .refused(_, 404, _, _, _) = self { true } else { false }
    }
}
