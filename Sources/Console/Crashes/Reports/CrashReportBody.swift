import Foundation
import Web

/// One crash as a list shows it.
struct CrashReportItem: Codable, Sendable {
    let id: String
    let time: Date
    let platform: Platform
    /// Empty when unknown, as the next two.
    let version: String
    let device: String
    var user: String
    /// Exception and reason; null for a report that cannot be read.
    var title: OrNull<String>
    /// The app's own frame that is topmost, if one could be told.
    let culprit: OrNull<String>
    /// The group that it was put into; null until somebody read it.
    let group: OrNull<String>
    /// Whether the app caught it and told of it nevertheless: it is counted in no crash rate.
    let handled: Bool
    /// Empty when unknown, as the next.
    let model: String
    let osVersion: String
}

/// One crash with what was told of it when it came.
struct CrashReportBody: Codable, Sendable {
    let id: String
    let time: Date
    let platform: Platform
    let version: String
    let device: String
    var user: String
    var title: OrNull<String>
    let culprit: OrNull<String>
    let group: OrNull<String>
    let handled: Bool
    /// Empty when unknown.
    let session: String
    /// How the report is written; null until somebody read it, `unknown` for what cannot be read.
    let format: OrNull<String>
    let foreground: OrNull<Bool>
    let model: String
    let osVersion: String
    let network: String
    let channel: String
    let hotpatch: String
    let page: String
    let process: String
    let thread: String
    let kind: String
    /// Equal for crashes that look the same.
    let fingerprint: String
    /// Bytes of the report.
    let size: Int
}
