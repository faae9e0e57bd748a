import Foundation

/// Which versions are counted apart.
///
/// A version is what a device says it is. So that nobody fills the statistics with made-up ones, an app has only so many a day: few of those
/// that have proved nothing yet, many of those that came with a valid signature. All others are counted as unknown.
struct GatewayVersions: Sendable {
    static let limit = 1_000
    static let unprovedLimit = 50

    private var day = Int.min
    private var known: [String: Known] = [:]

    private struct Known {
        var versions: Set<String> = []
        var unproved = 0
    }

    /// The version under which a call is counted.
    mutating func counted(_ record: GatewayRecord) -> String {
        let day = Int((record.at.timeIntervalSince1970 / 86_400).rounded(.down))
        if day != self.day { (self.day, known) = (day, [:]) }
        guard Self.isPlain(record.version) else { return "" }
        if known[record.app]?.versions.contains(record.version) ?? false { return record.version }
        return admit(record) ? record.version : ""
    }

    /// At most 64 bytes, and nothing that cannot be seen.
    private static func isPlain(_ version: String) -> Bool {
        (1...64).contains(version.utf8.count) && version.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private mutating func admit(_ record: GatewayRecord) -> Bool {
        var app = known[record.app] ?? Known()
        guard record.status.provesSignature ? app.versions.count < Self.limit : app.unproved < Self.unprovedLimit else { return false }
        app.versions.insert(record.version)
        if !record.status.provesSignature { app.unproved += 1 }
        known[record.app] = app
        return true
    }
}

extension GatewayStatus {
    /// Whether a call comes as far as this only after its signature was found valid, where one is asked for.
    fileprivate var provesSignature: Bool {
        switch self {
        case .ok, .loginExpired, .upstreamTimeout, .upstreamFailed: true
        default: false
        }
    }
}
