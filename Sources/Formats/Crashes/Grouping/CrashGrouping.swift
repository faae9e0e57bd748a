/// Puts reports together that are about the same: the same kind of crash in the same places of the app.
///
/// Versions are never changed, as fingerprints are stored: a better idea is a new version, and can be tried on stored reports beside the old one.
public struct CrashGrouping: Sendable {
    public enum Version: Int, Sendable, Codable, CaseIterable {
        /// Type and first five places, told cheaply from a report's first 512 KB and without symbols.
        case first = 1
        /// Of the report as read and symbolicated: ``CrashGroupingSecond`` says how.
        case second = 2
    }

    /// What a new installation begins with.
    public static let newest = Version.second

    public let version: Version
    public let rules: CrashModuleRules

    /// - Parameter rules: which frames are the app's own; the first version has its own, fixed ones.
    public init(_ version: Version = CrashGrouping.newest, rules: CrashModuleRules = .standard) {
        self.version = version
        self.rules = rules
    }

    /// - Parameters:
    ///   - bytes: as uploaded.
    ///   - report: what ``CrashReport/read(_:limits:)`` made of them, with ``CrashReadLimits/grouping`` at least, perhaps symbolicated since; nil for
    ///     what cannot be read, which is grouped by its first line.
    public func group(_ bytes: [UInt8], _ report: CrashReport?) -> CrashKey {
        switch version {
        case .first: CrashKey(first: CrashFindings(bytes))
        case .second: report.map { CrashGroupingSecond($0, rules).group() } ?? CrashKey(unread: bytes)
        }
    }
}
