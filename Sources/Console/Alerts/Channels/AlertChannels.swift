import Foundation
import Signing
import Storage
import Web

/// What can be done with channels. Each verb is one transaction with its audit entry.
extension Alerts {
    /// In order of their making.
    func channels(of app: String) async throws -> [AlertChannel] {
        try await database.read { try $0.alertChannels(of: app) }
    }

    /// - Throws: `notFound`.
    func channel(_ id: String, of app: String) async throws -> AlertChannel {
        try await database.read { try $0.existingAlertChannel(app, id) }
    }

    /// - Returns: with a webhook's secret, which is shown this once.
    /// - Parameter isConsoleAdmin: as of ``edit(_:of:_:by:isConsoleAdmin:)``.
    /// - Throws: `invalid` with every field that is wrong, `forbidden`; `conflict` when there are as many as there may be.
    @discardableResult
    func add(_ draft: AlertChannelDraft, to app: String, by actor: Actor, isConsoleAdmin: Bool = true) async throws -> AlertChannelMade {
        guard isConsoleAdmin || draft.wide != true else { throw Problem.wideChannel }
        guard let kind = draft.kind else { throw Problem.invalid("kind", "web.required") }
        try draft.check(kind, isNew: true, client.networks)
        let secret = AlertChannelSecret(url: draft.address ?? "", secret: kind == .webhook ? AlertChannelSecret.make() : draft.robotSecret)
        let channel = AlertChannel(
            id: Random.hex(8),
            name: draft.trimmedName,
            kind: kind,
            language: draft.language ?? .chinese,
            address: secret.shown(kind),
            signed: secret.secret != nil,
            oldSecretUntil: OrNull(nil),
            enabled: true,
            changes: AlertChangeSet.ordered(draft.changes ?? []),
            wide: draft.wide ?? false,
            createdAt: clock.now,
            createdBy: actor.name,
            changedAt: clock.now
        )
        let sealed = try secret.sealed(key, for: channel.id)
        try await database.write { [audit] connection in
            guard try connection.alertChannels(of: app).count < AlertChannel.most else {
                throw Problem(.conflict, "alerts.channel.tooMany", ["limit": "\(AlertChannel.most)"])
            }
            try connection.insertAlertChannel(channel, sealed: sealed, of: app)
            try audit.record(connection, by: actor, "alert.addChannel", app: app, object: channel.spoken, after: channel.audited)
        }
        return AlertChannelMade(channel: channel, secret: OrNull(kind == .webhook ? secret.secret : nil))
    }

    /// - Parameter isConsoleAdmin: whether the asker looks after the whole console: nobody else changes a channel that is told of what belongs to no app,
    ///   or makes it one.
    /// - Throws: `notFound`, `invalid` with every field that is wrong, `forbidden`.
    func edit(_ id: String, of app: String, _ draft: AlertChannelDraft, by actor: Actor, isConsoleAdmin: Bool = true) async throws {
        try await changeChannel(id, of: app, by: actor, mayBeWide: isConsoleAdmin) { [client] channel, secret in
            try draft.check(channel.kind, isNew: false, client.networks)
            var new = AlertChannelSecret(url: draft.address ?? secret.url, secret: secret.secret, oldSecret: secret.oldSecret)
            if channel.kind.takesSecret { new.secret = draft.unsigned == true ? nil : draft.robotSecret ?? secret.secret }
            let told = draft.changes.map(AlertChangeSet.ordered)
            let language = draft.language ?? channel.language
            return (AlertChannelChange(name: draft.trimmedName, language: language, changes: told, wide: draft.wide), new)
        }
    }

    /// What is to be sent meanwhile is given up.
    /// - Parameter isConsoleAdmin: as of ``edit(_:of:_:by:isConsoleAdmin:)``; whoever may change channels may turn any of them off.
    /// - Throws: `notFound`, `forbidden`.
    func turnChannel(_ id: String, of app: String, on: Bool, by actor: Actor, isConsoleAdmin: Bool = true) async throws {
        try await changeChannel(id, of: app, by: actor, mayBeWide: isConsoleAdmin || !on) { _, secret in (AlertChannelChange(enabled: on), secret) }
    }

    /// Gives a webhook a new secret; messages are signed with the one before, too, for a while, so that its server can change over.
    /// - Parameters:
    ///   - hours: how long; 0 to 168.
    ///   - isConsoleAdmin: as of ``edit(_:of:_:by:isConsoleAdmin:)``.
    /// - Throws: `notFound`, `invalid`, `forbidden`; `conflict` for a robot, whose secret its team changes there.
    func rotateSecret(
        of id: String,
        of app: String,
        keepingOldFor hours: Int,
        by actor: Actor,
        isConsoleAdmin: Bool = true
    ) async throws -> AlertChannelMade {
        guard (0...168).contains(hours) else { throw Problem.invalid("keepHours", "alerts.range", ["from": "0", "to": "168"]) }
        let fresh = AlertChannelSecret.make()
        let until = clock.now.addingTimeInterval(Double(hours) * 3_600)
        let channel = try await changeChannel(id, of: app, by: actor, "alert.rotateSecret", mayBeWide: isConsoleAdmin) { channel, secret in
            guard channel.kind == .webhook else { throw Problem(.conflict, "alerts.channel.secret.robot") }
            let new = AlertChannelSecret(url: secret.url, secret: fresh, oldSecret: hours > 0 ? secret.secret : nil)
            return (AlertChannelChange(oldSecretUntil: hours > 0 ? until : nil), new)
        }
        return AlertChannelMade(channel: channel, secret: OrNull(fresh))
    }

    /// Rules that told it go on without; what waits for it is given up.
    /// - Throws: `notFound`.
    func removeChannel(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let channel = try connection.existingAlertChannel(app, id)
            try connection.deleteAlertChannel(app, id)
            try audit.record(connection, by: actor, "alert.removeChannel", app: app, object: channel.spoken, before: channel.audited)
        }
    }

    /// - Parameters:
    ///   - action: named in the audit log even when nothing of what everybody may see has changed.
    ///   - mayBeWide: whether the channel may be told of what belongs to no app, before and after.
    @discardableResult
    private func changeChannel(
        _ id: String,
        of app: String,
        by actor: Actor,
        _ action: String = "alert.editChannel",
        mayBeWide: Bool,
        _ make: @escaping @Sendable (AlertChannel, AlertChannelSecret) throws -> (AlertChannelChange, AlertChannelSecret)
    ) async throws -> AlertChannel {
        try await database.write { [audit, key, clock] connection in
            let before = try connection.existingAlertChannel(app, id)
            guard mayBeWide || !before.wide else { throw Problem.wideChannel }
            guard let sealed = try connection.sealedAlertChannel(app, id) else { throw Problem.notFound }
            let secret = try AlertChannelSecret.open(sealed, key, for: id)
            let (change, new) = try make(before, secret)
            let after = before.changed(change, new, at: clock.now)
            guard mayBeWide || !after.wide else { throw Problem.wideChannel }
            try connection.updateAlertChannel(after, sealed: try new.sealed(key, for: id), of: app)
            var (old, values) = (before.audited, after.audited)
            if new.url != secret.url || new.secret != secret.secret { (old["secret"], values["secret"]) = ("***", "*** (new)") }
            guard old != values else { return after }
            try audit.record(
                connection,
                by: actor,
                action,
                app: app,
                object: after.spoken,
                before: old.filter { values[$0.key] != $0.value },
                after: values.filter { old[$0.key] != $0.value }
            )
            return after
        }
    }
}

/// What becomes of a channel beside its address and secrets; nil leaves it as it is.
struct AlertChannelChange: Sendable {
    var name: String?
    var language: Language?
    var enabled: Bool?
    var changes: [LedgerKind]?
    var wide: Bool?
    /// Given with a new secret.
    var oldSecretUntil: Date?
}

extension AlertChannel {
    fileprivate func changed(_ change: AlertChannelChange, _ secret: AlertChannelSecret, at time: Date) -> AlertChannel {
        AlertChannel(
            id: id,
            name: change.name ?? name,
            kind: kind,
            language: change.language ?? language,
            address: secret.shown(kind),
            signed: secret.secret != nil,
            oldSecretUntil: secret.oldSecret == nil ? OrNull(nil) : OrNull(change.oldSecretUntil ?? oldSecretUntil.value),
            enabled: change.enabled ?? enabled,
            changes: change.changes ?? changes,
            wide: change.wide ?? wide,
            createdAt: createdAt,
            createdBy: createdBy,
            changedAt: time
        )
    }
}

extension Problem {
    /// What belongs to no app goes nowhere that somebody of a single app has chosen.
    fileprivate static let wideChannel = Problem(.forbidden, "alerts.wide.forbidden")
}

extension Connection {
    /// - Throws: `notFound`.
    func existingAlertChannel(_ app: String, _ id: String) throws -> AlertChannel {
        guard let channel = try alertChannel(app, id) else { throw Problem.notFound }
        return channel
    }
}
