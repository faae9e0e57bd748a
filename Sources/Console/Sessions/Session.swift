import Foundation

/// A browser in which somebody is logged in.
///
/// It ends 8 h after the last request and 7 days after logging in, whichever is sooner: a working day without asking again,
/// a week without a machine that was left behind.
public struct Session: Sendable, Equatable {
    /// Not the secret: names the session in lists.
    public let id: String
    public let account: String
    /// What forms have to bring back.
    let csrf: String
    public let createdAt: Date
    /// To the minute.
    public let seenAt: Date
    public let expiresAt: Date
    public let address: String
    public let userAgent: String

    static let idle: TimeInterval = 8 * 3_600
    static let longest: TimeInterval = 7 * 86_400
    /// How often a request is worth a write.
    static let touchInterval: TimeInterval = 60

    /// When it ends unless there is another request.
    var until: Date { min(expiresAt, seenAt.addingTimeInterval(Self.idle)) }

    /// `Chrome · Linux`; what the browser calls itself when it is none of the usual ones. The first that fits counts, because
    /// browsers also carry the names of those they want to be taken for.
    var browser: String {
        let names = [("Edg", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl")]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("OpenHarmony", "HarmonyOS"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("Linux", "Linux"),
        ]
        let known = [names, systems].compactMap { list in list.first { userAgent.contains($0.0) }?.1 }
        return known.isEmpty ? userAgent : known.joined(separator: " · ")
    }
}

/// From where somebody tries to log in.
public struct SessionOrigin: Sendable {
    public let address: String
    public let userAgent: String
    /// The device cookie, when the browser has one.
    public let device: String?
    public let requestID: String

    public init(address: String, userAgent: String = "", device: String? = nil, requestID: String = "") {
        self.address = address
        self.userAgent = String(String.UnicodeScalarView(userAgent.unicodeScalars.prefix(300)))
        self.device = device
        self.requestID = requestID
    }

    func actor(_ account: Account) -> Actor {
        Actor(id: account.id, name: account.email, address: address, requestID: requestID)
    }
}

/// The cookies of somebody who just logged in; neither secret is kept.
public struct NewSession: Sendable {
    public let secret: String
    public let device: String
    public let account: Account
}
