import Foundation
import Storage

/// What came of one attempt.
struct AlertOutcome: Sendable, Equatable {
    /// Of the HTTP answer; nil without one.
    var status: Int?
    /// The answer's beginning.
    var answer = ""
    var milliseconds = 0
    /// nil when it was taken.
    var problem: AlertProblem?
    /// Seconds that the receiver asks to be left alone.
    var retryAfter: Int?
}

/// Why a message was not taken. Stored: the words do not change.
enum AlertProblem: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// The host's name leads nowhere.
    case noHost
    /// The host has an address that messages may not go to.
    case refusedAddress
    case timeout
    /// No connection, or it broke.
    case connection
    /// A redirection: it is not followed.
    case redirected
    /// Another answer than 2xx.
    case status
    /// 410: the receiver wants no more, so the channel is turned off.
    case gone
    /// 2xx, and in the answer the robot says that it did not take it.
    case robot
    /// The robot says so, and will say so again: a wrong address or signature.
    case robotFinal
    /// The channel was removed or turned off meanwhile.
    case channelGone
    /// It tells of what belongs to no app, and the channel is no longer told of that.
    case narrowed

    /// Trying again would not help.
    var isFinal: Bool { self == .gone || self == .robotFinal || self == .channelGone || self == .narrowed }
}
