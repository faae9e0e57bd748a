import Foundation
import Web

extension Hotpatches {
    /// Changes what the guard does about harm, while the release is drafted or live. Turned on later, it compares the devices that come from then on.
    /// - Throws: `notFound`; `conflict` for a release that is over.
    func setGuard(_ id: String, of app: String, to mode: HotpatchGuardMode, by actor: Actor) async throws -> Hotpatch {
        let now = clock.now
        return try await change(id, of: app) { [audit] connection, hotpatch in
            let state = hotpatch.state(at: now)
            guard state == .draft || state.isLive else { throw Problem(.conflict, "hotpatch.watch.over") }
            guard hotpatch.plan.guardMode != mode else { return }
            try connection.setHotpatchGuardMode(mode, app, id)
            try connection.addHotpatchEvent(HotpatchEvent.Kind(mode), "", app, id, at: now, by: actor.name)
            let (was, becomes) = (["guard": hotpatch.plan.guardMode.rawValue], ["guard": mode.rawValue])
            try audit.record(connection, by: actor, "hotpatch.guard", app: app, object: hotpatch.audited, before: was, after: becomes)
        }
    }
}
