import Foundation
import Web

/// What `Views/Builds/list` shows beside the list itself.
struct BuildListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [StateChoice]
    let q: String
    let version: String
    /// Something is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let mayUpload: Bool
    /// Those that follow the newest build.
    let links: [InstallLinkBody]
    let pager: Pager

    struct Row: Codable, Sendable {
        let id: String
        let platform: Platform
        let kind: BuildKind
        let spokenVersion: String
        let displayName: String
        let identifier: String
        let icon: String?
        let size: Int
        let minOS: String
        let state: BuildState
        let createdAt: Date
        let createdBy: String
        let downloads: Int
        let retired: Bool
        /// Nobody can install it as it is.
        let blocked: Bool
    }

    struct StateChoice: Codable, Sendable {
        let state: BuildState
        let chosen: Bool
    }

    init(
        _ list: List<BuildBody>,
        _ filter: BuildFilter,
        links: [InstallLink],
        downloads: [String: Int],
        _ pager: Pager,
        _ app: App,
        _ context: Context
    ) {
        rows = list.items.map { Row($0, downloads[$0.id] ?? 0) }
        platforms = AppPlatformChoice.all(of: app, chosen: filter.platform?.rawValue)
        states = BuildState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        q = filter.text
        version = filter.version ?? ""
        filtered = filter.platform != nil || filter.state != nil || filter.version != nil || !filter.text.isEmpty
        mayUpload = Policy.role(.operator).admits(context.viewer, app: app.id)
        self.links = links.map { InstallLinkBody($0, context) }
        self.pager = pager
    }
}

extension BuildListPage.Row {
    fileprivate init(_ build: BuildBody, _ downloads: Int) {
        self.init(
            id: build.id,
            platform: build.platform,
            kind: build.kind,
            spokenVersion: Build.spoken(build.version, build.buildNumber),
            displayName: build.displayName,
            identifier: build.identifier,
            icon: build.hasIcon ? "/apps/\(build.app)/builds/\(build.id)/icon.png" : nil,
            size: build.size,
            minOS: build.minOS,
            state: build.state,
            createdAt: build.createdAt,
            createdBy: build.createdBy,
            downloads: downloads,
            retired: build.state == .retired,
            blocked: build.findings.contains { $0.grade == .stops }
        )
    }
}
