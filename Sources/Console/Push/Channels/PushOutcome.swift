import Foundation

/// What came of asking a service once to take a message for a device.
enum PushOutcome: Sendable, Equatable {
    /// - id: what the service calls it.
    case accepted(id: String?)
    /// It never will.
    /// - reason: the service's word, or one of ``PushReason``.
    /// - dropToken: the token reaches nobody any more.
    /// - at: since when that is so, as far as the service knows; a device that bound its token later keeps it.
    case refused(reason: String, dropToken: Bool, at: Date?)
    /// It was surely not taken: it may be asked again.
    /// - after: how long the service wants to be left alone.
    case again(reason: String, after: Duration?)
    /// Bytes went out and no answer came: it may have been taken, so it is never asked again.
    case unknown(reason: String)

    static func refused(_ reason: String) -> PushOutcome { .refused(reason: reason, dropToken: false, at: nil) }
    static func refused(_ reason: PushReason) -> PushOutcome { .refused(reason.rawValue) }
    static func again(_ reason: PushReason, after pause: Duration? = nil) -> PushOutcome { .again(reason: reason.rawValue, after: pause) }
    static func unknown(_ reason: PushReason) -> PushOutcome { .unknown(reason: reason.rawValue) }

    /// Stored and shown: short, and of characters that any page and log may show.
    var reason: String {
        switch self {
        case .accepted: ""
        case .refused(let reason, _, _), .again(let reason, _), .unknown(let reason): PushReason.shown(reason)
        }
    }
}

/// Why something was not sent, where it is the console that says so. Stored in deliveries beside the words of the services; the words do not change.
enum PushReason: String, CaseIterable, Sendable {
    /// No push certificate in use for the device's environment; no credential for its channel.
    case noCertificate, noCredentials
    /// The certificate's time is over.
    case certificateExpired
    /// The certificate or credential could not be opened with the key file.
    case credentialUnreadable
    /// The service did not take the certificate in the TLS handshake.
    case certificateRefused
    /// The service's own certificate is none that is trusted.
    case untrusted
    /// Not what tokens of this channel look like.
    case badToken
    /// The payload is larger than the channel takes.
    case tooLarge
    /// A placeholder that nothing fills.
    case unfilled
    /// The service speaks HTTP/1.1 only.
    case http1
    /// No connection could be made.
    case noConnection
    /// The service gave no token for its credential.
    case noAccess
    /// The channel shows notifications only.
    case silentUnsupported
    /// No answer in time; the connection broke with the request on its way.
    case timeout, broken
    /// An answer that nobody can read.
    case oddAnswer
    /// The console or its machine ended in between.
    case interrupted
    /// The device unbound its token or lost it.
    case unbound
    /// The message was stopped.
    case stopped
    /// The time within which the message makes sense was over.
    case expired

    /// A service's own word, made fit to be kept: 60 characters of letters, digits and a few signs.
    static func shown(_ word: String) -> String {
        let kept = word.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": scalar
            default: "_"
            }
        }
        return String(String.UnicodeScalarView(kept))
    }
}
