/// Which entries of the audit log are changes, and which of them devices come to feel.
///
/// Every action there is stands in one of the tables; a test holds them against the catalogue, so that a new one is decided on.
enum LedgerActions {
    struct Entry: Sendable {
        let kind: LedgerKind
        let reachesDevices: Bool

        /// An app's own state and its settings have no smaller audience than its devices.
        var isForAll: Bool { reachesDevices && (kind == .app || kind == .setting) }
    }

    /// Devices are told something else, or answered otherwise, from then on.
    static let outside: [(LedgerKind, [String])] = [
        (.app, ["app.archive", "app.restore", "app.delete", "app.rotateSecret"]),
        (.update, ["update.publication", "update.rollout", "update.whitelist", "update.pause", "update.resume", "update.end", "update.expire"]),
        (
            .patch,
            [
                "hotpatch.publication", "hotpatch.raised", "hotpatch.lowered", "hotpatch.whitelist", "hotpatch.pause", "hotpatch.resume",
                "hotpatch.replaced", "hotpatch.halt", "hotpatch.rollback", "hotpatch.end", "hotpatch.expire",
            ]
        ),
        (.switches, ["switch.publish", "switch.rollBack"]),
        (.push, ["push.beginning", "push.stop"]),
        (.badge, ["badge.publish", "badge.end", "badge.expire"]),
        (.diagnosis, ["diagnosis.create", "diagnosis.createByRule", "diagnosis.approve", "diagnosis.resend"]),
        (
            .setting,
            [
                "log.configure", "gateway.configure", "gateway.addUpstream", "gateway.editUpstream", "gateway.pauseUpstream",
                "gateway.resumeUpstream", "gateway.removeUpstream", "sentry.enableKey", "sentry.disableKey", "sentry.limit",
            ]
        ),
    ]

    /// Nothing changes for devices, or not yet.
    static let inside: [(LedgerKind, [String])] = [
        (.app, ["app.create", "app.edit", "app.addPlatform", "app.editPlatform"]),
        (
            .build,
            [
                "build.upload", "build.describe", "build.retire", "build.restore", "build.delete", "install.edit", "install.renew",
                "symbol.upload", "symbol.version", "symbol.delete",
            ]
        ),
        (
            .package,
            [
                "package.create", "shipment.record", "module.create", "module.edit", "module.remove", "module.removeDemo", "module.upload",
                "module.publish", "module.deprecate", "module.withdraw", "module.restore", "module.markBad", "module.clearBad",
                "moduleBaseline.freeze", "moduleBaseline.delete",
            ]
        ),
        (.update, ["update.create", "update.edit", "update.delete"]),
        (
            .patch,
            [
                "hotpatch.create", "hotpatch.edit", "hotpatch.delete", "hotpatch.asked", "hotpatch.approved", "hotpatch.declined",
                "hotpatch.withdrawn", "hotpatch.guard", "hotpatch.silence", "hotpatch.followRamp", "hotpatch.leaveRamp",
            ]
        ),
        (.switches, ["switch.save", "switch.delete", "switch.discard"]),
        (
            .push,
            [
                "push.create", "push.edit", "push.delete", "push.review", "push.asked", "push.approved", "push.declined", "push.withdrawn",
                "push.confirmation", "push.cancellation", "push.list", "push.listDelete", "push.templateCreate", "push.templateEdit",
                "push.templateDelete",
            ]
        ),
        (.diagnosis, ["diagnosis.decline", "diagnosis.delete", "diagnosis.addRule", "diagnosis.editRule", "diagnosis.removeRule"]),
        (
            .certificate,
            [
                "certificate.add", "certificate.edit", "certificate.retire", "certificate.restore", "certificate.delete", "hotpatchKey.make",
                "hotpatchKey.import", "hotpatchKey.activate", "hotpatchKey.retire", "hotpatchKey.restore", "pushCredential.add",
                "pushCredential.retire", "pushCredential.restore", "pushCredential.delete",
            ]
        ),
        (
            .role,
            [
                "account.setUp", "account.create", "account.invite", "account.setRole", "account.disable", "account.enable", "account.remove",
                "token.create", "token.revoke",
            ]
        ),
        (
            .setting,
            [
                "app.showPersonal", "alert.addRule", "alert.editRule", "alert.removeRule", "alert.addChannel", "alert.editChannel",
                "alert.removeChannel", "alert.rotateSecret", "crash.grouping", "diagnosis.option", "hotpatch.addRamp", "hotpatch.editRamp",
                "hotpatch.removeRamp", "hotpatch.approvalOption", "log.keep", "push.option", "sentry.addKey", "switch.twoPerson",
            ]
        ),
    ]

    /// Without what is no change: log-ins, reads, downloads, trials, and the daily work on crashes and feedback.
    static let byName: [String: Entry] = {
        let found = entries(outside, reachesDevices: true) + entries(inside, reachesDevices: false)
        return Dictionary(found) { first, _ in first }
    }()

    private static func entries(_ table: [(LedgerKind, [String])], reachesDevices: Bool) -> [(String, Entry)] {
        table.flatMap { kind, actions in actions.map { ($0, Entry(kind: kind, reachesDevices: reachesDevices)) } }
    }

    /// In alphabetical order, so that the statement is always the same.
    /// - Parameter kind: nil for all.
    static func names(of kind: LedgerKind?, reachingDevices: Bool, roles: Bool, tasks: Bool = true) -> [String] {
        let fitting = byName.filter { _, entry in
            (kind == nil || entry.kind == kind) && (!reachingDevices || entry.reachesDevices) && (roles || entry.kind != .role)
                && (tasks || entry.kind != .diagnosis)
        }
        return fitting.keys.sorted()
    }
}
