import Foundation
import Web

/// What `Views/Packages/list` shows.
struct PackageListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    /// One platform is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let mayPackage: Bool
    /// Where a new one is begun.
    let new: String
    let pager: Pager

    struct Row: Codable, Sendable {
        let id: String
        let platform: Platform
        let number: Int
        let version: String
        let baseline: String
        let state: PackageState
        let tone: PackageTone
        let modules: Int
        let size: OrNull<Int>
        /// To the one before; null for the first of its platform.
        let difference: OrNull<PackageDifferenceCounts>
        let createdAt: Date
        let createdBy: String
    }

    init(
        _ list: List<Package>,
        _ before: [String: [PackageModule]],
        _ platform: Platform?,
        _ pager: Pager,
        _ app: App,
        _ context: Context
    ) {
        rows = list.items.map { Row($0, before[$0.id]) }
        platforms = AppPlatformChoice.all(of: app, chosen: platform?.rawValue)
        filtered = platform != nil
        mayPackage = Policy.role(.operator).admits(context.viewer, app: app.id)
        new = "/apps/\(app.id)/packages/new" + (platform.map { "?platform=\($0.rawValue)" } ?? "")
        self.pager = pager
    }
}

extension PackageListPage.Row {
    fileprivate init(_ package: Package, _ before: [PackageModule]?) {
        self.init(
            id: package.id,
            platform: package.platform,
            number: package.number,
            version: package.version,
            baseline: package.baseline.value ?? "",
            state: package.state,
            tone: PackageTone(package.state),
            modules: package.modules.count,
            size: package.size,
            difference: OrNull(before.map { PackageDifferenceCounts(from: $0, to: package.modules) }),
            createdAt: package.createdAt,
            createdBy: package.createdBy
        )
    }
}

/// The state as a colour.
struct PackageTone: Codable, Sendable {
    let run: Bool
    let good: Bool
    let bad: Bool

    init(_ state: PackageState) {
        run = state == .waiting || state == .writing
        good = state == .ready
        bad = state == .failed
    }
}
