import Foundation
import Synchronization
import Web

/// All apps in memory, so that a device's request finds its app without SQL. Rebuilt after every change of an app, whichever node made it.
public final class AppIndex: Sendable {
    private let state = Mutex(ChangeCopy(State()))

    private struct State {
        var apps: [String: App] = [:]
        var doors: [String: AppDoor] = [:]
        var signers: [String: AppSigner] = [:]
    }

    public init() {}

    /// The app, platform and zone behind a log product id (`<AppKey>-<workspaceId>`).
    public func door(productID: String) -> AppDoor? {
        state.withLock { $0.content.doors[productID] }
    }

    /// The app and platform with an AppKey, and the secret its devices sign with; none of an archived app.
    func signer(appKey: String) -> AppSigner? {
        state.withLock { $0.content.signers[appKey] }
    }

    /// Archived ones too.
    public func app(_ id: String) -> App? {
        state.withLock { $0.content.apps[id] }
    }

    /// Sorted by name.
    public var all: [App] {
        state.withLock { $0.content.apps.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }
    }

    /// Those that somebody may see, by name.
    func seen(by viewer: Viewer?, archived: Bool = false) -> [App] {
        all.filter { viewer?.sees($0.id) == true && ($0.archivedAt != nil) == archived }
    }

    /// Of the topic ``ChangeTopic/apps``.
    var version: Int { state.withLock { $0.version } }

    /// - Parameters:
    ///   - version: at which the apps were read.
    ///   - before: this index's version when the read began.
    func replace(_ apps: [App], _ signers: [String: AppSigner] = [:], at version: Int, since before: Int = -1) {
        var doors: [String: AppDoor] = [:]
        for app in apps where app.archivedAt == nil {
            for platform in app.platforms {
                doors[platform.logProductId] = AppDoor(app: app.id, platform: platform.platform, zone: app.timeZone, productID: platform.logProductId)
            }
        }
        let new = State(apps: Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0) }), doors: doors, signers: signers)
        state.withLock { $0.take(new, at: version, since: before) }
    }
}

/// Where the logs of one log product id belong.
public struct AppDoor: Sendable, Equatable {
    public let app: String
    public let platform: Platform
    /// The app's zone: what a line's local time means when the uploader names no other, and where its days begin.
    public let zone: TimeZone
    public let productID: String
}
