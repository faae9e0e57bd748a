import Foundation
import Signing
import Storage
import Web

/// What can be done with credentials of channels. Each verb is one transaction with its audit entry.
struct PushCredentials: Sendable {
    let database: Database
    let doors: PushDoors
    /// Of the key file: seals the secrets.
    let key: [UInt8]
    let audit: Audit
    let clock: Clock

    // MARK: looking

    func all(of app: String) async throws -> [PushCredential] {
        try await database.read { try $0.pushCredentials(of: app) }
    }

    /// - Throws: `notFound`.
    func credential(_ id: String, of app: String) async throws -> PushCredential {
        try await database.read { try $0.existingPushCredential(app, id) }
    }

    /// What messages by these channels would lack now, Apple's environments first.
    func missing(app: String, channels: Set<PushChannel>, environments: Set<PushEnvironment>) async throws -> [PushMissing] {
        let now = clock.now
        return try await database.read { connection in
            var missing: [PushMissing] = []
            if channels.contains(.apns) {
                for environment in PushEnvironment.allCases where environments.contains(environment) {
                    guard case .closed(let reason) = try connection.pushCertificateInUse(app, environment, at: now) else { continue }
                    let word: PushMissing.Reason = reason == .certificateExpired ? .certificateExpired : .noCertificate
                    missing.append(PushMissing(channel: .apns, environment: OrNull(environment), reason: word))
                }
            }
            for channel in PushChannel.withCredentials where channels.contains(channel) {
                if try connection.currentPushCredential(app, channel) != nil { continue }
                missing.append(PushMissing(channel: channel, environment: OrNull(nil), reason: .noCredentials))
            }
            return missing
        }
    }

    // MARK: changing

    /// Takes it into use; the one of its channel that was in use before is retired.
    /// - Throws: `invalid` with every field that is wrong; `conflict` when there are as many as there may be.
    func add(_ draft: PushCredentialDraft, to app: String, by actor: Actor) async throws -> PushCredential {
        let contents = try draft.checked()
        let credential = PushCredential(
            id: Random.hex(8),
            app: app,
            channel: contents.channel,
            alias: contents.alias,
            endpoint: contents.endpoint,
            facts: contents.facts,
            state: .current,
            createdAt: clock.now,
            createdBy: actor.name
        )
        let sealed = try contents.secret.sealed(key, for: credential.id)
        try await database.write { [audit] connection in
            guard try connection.pushCredentials(of: app).count < PushCredential.most else {
                throw Problem(.conflict, "pushCredentials.tooMany", ["limit": "\(PushCredential.most)"])
            }
            if let old = try connection.currentPushCredential(app, credential.channel) {
                try connection.setPushCredentialState(app, old.id, .retired)
                try audit.record(connection, by: actor, "pushCredential.retire", app: app, object: old.spoken, before: old.audited)
            }
            try connection.insertPushCredential(credential, sealed: sealed)
            try audit.record(connection, by: actor, "pushCredential.add", app: app, object: credential.spoken, after: credential.audited)
        }
        await doors.forget(app, credential.channel)
        return credential
    }

    /// Takes it out of use, or back into it; then the one in use before is retired.
    /// - Throws: `notFound`; `conflict` when it is so already.
    func move(_ id: String, of app: String, to state: CertificateState, by actor: Actor) async throws {
        let channel = try await database.write { [audit] connection in
            let credential = try connection.existingPushCredential(app, id)
            guard credential.state.mayBecome(state) else { throw Problem(.conflict, "pushCredentials.state.\(state.rawValue)") }
            if state == .current, let old = try connection.currentPushCredential(app, credential.channel) {
                try connection.setPushCredentialState(app, old.id, .retired)
                try audit.record(connection, by: actor, "pushCredential.retire", app: app, object: old.spoken, before: old.audited)
            }
            try connection.setPushCredentialState(app, id, state)
            let action = state == .retired ? "pushCredential.retire" : "pushCredential.restore"
            try audit.record(connection, by: actor, action, app: app, object: credential.spoken, before: credential.audited)
            return credential.channel
        }
        await doors.forget(app, channel)
    }

    /// Removes it with its secret: nothing brings it back.
    /// - Throws: `notFound`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        let channel = try await database.write { [audit] connection in
            let credential = try connection.existingPushCredential(app, id)
            try connection.deletePushCredential(app, id)
            try audit.record(connection, by: actor, "pushCredential.delete", app: app, object: credential.spoken, before: credential.audited)
            return credential.channel
        }
        await doors.forget(app, channel)
    }

    /// Asks the service for an access token, where it gives one; nothing is sent to any device.
    /// - Returns: why not, nil when all is well.
    /// - Throws: `notFound`.
    func tryAccess(_ id: String, of app: String, by actor: Actor) async throws -> PushTrial {
        let credential = try await credential(id, of: app)
        let outcome: PushOutcome?
        do throws(PushClosed) {
            outcome = try await doors.door(of: credential).tryAccess()
        } catch {
            outcome = .refused(error.reason)
        }
        try await database.write { [audit] connection in
            let after = ["result": outcome?.reason ?? "ok"]
            try audit.record(connection, by: actor, "pushCredential.try", app: app, object: credential.spoken, after: after)
        }
        return PushTrial(works: outcome == nil, reason: OrNull(outcome?.reason), isChecked: credential.channel != .xiaomi)
    }
}

/// What came of trying a credential.
struct PushTrial: Codable, Sendable, Equatable {
    let works: Bool
    /// One of ``PushReason`` or the service's own word.
    let reason: OrNull<String>
    /// False for a service that gives no token and can only be tried by sending.
    let isChecked: Bool
}

extension Connection {
    /// - Throws: `notFound`.
    func existingPushCredential(_ app: String, _ id: String) throws -> PushCredential {
        guard let credential = try pushCredential(app, id) else { throw Problem.notFound }
        return credential
    }
}
