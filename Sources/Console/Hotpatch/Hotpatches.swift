import Foundation
import Signing
import Storage
import Web

/// Code patches and their releases. Each verb is one transaction with its audit entry.
struct Hotpatches: Sendable {
    let database: Database
    let blobs: any Blobs
    /// With the secrets that packages are encrypted for.
    let apps: AppIndex
    let keys: HotpatchKeys
    /// Removes a blob that nothing needs any more.
    let removeFile: @Sendable (BlobID) async throws -> Void
    let audit: Audit
    let clock: Clock
    /// What devices are told, without SQL.
    let index = HotpatchIndex()

    /// Releases of an app that run or are paused.
    static let mostLive = 50
    /// Of an app, whatever became of them: devices may report on each that was published.
    static let most = 2_000

    // MARK: drafts

    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong; `conflict` when the app has as many as it may.
    func create(_ input: HotpatchInput, _ upload: HotpatchUpload, of app: App, zone: TimeZone, by actor: Actor) async throws -> Hotpatch {
        let plan = try plan(input, app, zone)
        let users = try input.whitelist.map(UpdateRules.whitelist)
        let source = try await stored(upload)
        let (id, now) = (Random.hex(8), clock.now)
        let made = try await database.write { connection in
            guard try connection.countHotpatches(app.id, HotpatchFilter(), at: now) < Self.most else {
                throw Problem(.conflict, "hotpatch.many", ["limit": "\(Self.most)"])
            }
            let number = try connection.nextHotpatchNumber(app.id, plan.platform)
            try connection.insertHotpatch(Hotpatch(plan, source, number, id: id, app: app.id, at: now, by: actor.name))
            if let users { try connection.setRolloutUsers(users, of: app.id, id) }
            try connection.addHotpatchEvent(.created, "", app.id, id, at: now, by: actor.name)
            let made = try connection.hotpatch(app.id, id)
            try audit.record(connection, by: actor, "hotpatch.create", app: app.id, object: made.audited, after: made.values)
            return made
        }
        try await putBack(source, upload)
        return made
    }

    /// Changes a draft; a question that a second person was asked about it is taken back.
    /// - Parameter upload: another script; nil to keep the one there is.
    /// - Throws: as `create`; `notFound`; `conflict` for what is no draft any more, and when somebody changed it since the input's revision.
    func edit(
        _ id: String,
        of app: App,
        _ input: HotpatchInput,
        _ upload: HotpatchUpload? = nil,
        zone: TimeZone,
        by actor: Actor
    ) async throws -> Hotpatch {
        let plan = try plan(input, app, zone)
        let users = try input.whitelist.map(UpdateRules.whitelist)
        let source: HotpatchSource? = if let upload { try await stored(upload) } else { nil }
        let now = clock.now
        let (before, after) = try await database.write { connection in
            let before = try connection.hotpatch(app.id, id)
            guard before.kept == .draft else { throw Problem(.conflict, "hotpatch.noDraft") }
            try before.check(input.revision)
            let number = before.plan.platform == plan.platform ? before.number : try connection.nextHotpatchNumber(app.id, plan.platform)
            try connection.setHotpatch(plan, source ?? before.script, number, app.id, id)
            if let users { try connection.setRolloutUsers(users, of: app.id, id) }
            try withdrawQuestion(connection, before, at: now, by: actor)
            try connection.addHotpatchEvent(.edited, "", app.id, id, at: now, by: actor.name)
            let after = try connection.hotpatch(app.id, id)
            try audit.record(connection, by: actor, "hotpatch.edit", app: app.id, object: after.audited, before: before.values, after: after.values)
            return (before, after)
        }
        if let source, let upload { try await putBack(source, upload) }
        if before.script.blob != after.script.blob { try await removeFile(before.script.blob) }
        return after
    }

    private func plan(_ input: HotpatchInput, _ app: App, _ zone: TimeZone) throws -> HotpatchPlan {
        guard app.platform(input.platform) != nil else { throw Problem.invalid("platform", "hotpatch.platform.none") }
        return try HotpatchPlan(input, zone: zone, at: clock.now)
    }

    /// The blob is written before the row that names it.
    private func stored(_ upload: HotpatchUpload) async throws -> HotpatchSource {
        let language = try upload.checked()
        let name = upload.name.orNil ?? "patch.\(language.fileExtension)"
        return HotpatchSource(blob: try await blobs.put(upload.bytes), name: name, size: upload.bytes.count, language: language)
    }

    /// Puts back what was removed between blob and row because nothing named it yet.
    private func putBack(_ source: HotpatchSource, _ upload: HotpatchUpload) async throws {
        if try await blobs.size(source.blob) == nil { _ = try await blobs.put(upload.bytes) }
    }

    /// Only a draft: what devices were given stays in the history.
    /// - Throws: `notFound`, `conflict`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        let gone = try await database.write { connection in
            let hotpatch = try connection.hotpatch(app, id)
            guard hotpatch.kept == .draft else { throw Problem(.conflict, "hotpatch.delete.published") }
            try connection.deleteHotpatch(app, id)
            try audit.record(connection, by: actor, "hotpatch.delete", app: app, object: hotpatch.audited, before: hotpatch.values)
            return hotpatch
        }
        try await removeFile(gone.script.blob)
    }

    /// Removes all of an app that is deleted: devices of another one of that name are given nothing of it, by no node.
    func forget(app: String) async throws {
        let files = try await database.read { try $0.hotpatchBlobs(of: app) }
        try await database.change(.hotpatches, { try $0.deleteHotpatches(of: app) }, then: refresh)
        for file in files { try await removeFile(file) }
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundHotpatches(text, apps, limit) }
    }
}

extension Hotpatch {
    fileprivate init(_ plan: HotpatchPlan, _ script: HotpatchSource, _ number: Int, id: String, app: String, at time: Date, by name: String) {
        self.init(
            id: id,
            app: app,
            number: number,
            plan: plan,
            script: script,
            salt: RolloutShare.makeSalt(),
            kept: .draft,
            revision: 1,
            replaced: [],
            firstPercentage: nil,
            mostPercentage: 0,
            createdAt: time,
            createdBy: name,
            publishedAt: nil,
            publicURL: "",
            finding: nil,
            named: 0
        )
    }

    /// - Throws: `conflict` when it was changed since that revision.
    func check(_ revision: Int?) throws {
        guard let revision, revision != self.revision else { return }
        throw Problem(.conflict, "hotpatch.stale", rejections: [Rejection("revision", "hotpatch.stale")])
    }

    var audited: String { "\(plan.platform.rawValue) #\(number) (\(id))" }

    /// For the audit log: shortened, and lists of people by their length.
    var values: [String: String] {
        let rules = plan.rules.map { "\($0.element.rawValue) \($0.operation.rawValue) \($0.value.items.joined(separator: ","))" }
        let fields = [
            "targetVersions": plan.targetVersions.joined(separator: ", "), "note": plan.note, "percentage": RolloutFinding.percent(plan.percentage),
            "users": named > 0 ? "\(named)" : "", "rules": rules.joined(separator: "; "), "format": "\(plan.format.rawValue)",
            "runAt": plan.runAt.rawValue, "guard": plan.guardMode.rawValue, "opensAt": plan.opensAt?.ISO8601Format() ?? "",
            "endsAt": plan.endsAt?.ISO8601Format() ?? "", "script": "\(script.name) \(script.blob.text)",
        ]
        return fields.filter { !$0.value.isEmpty }.mapValues { $0.shortened(to: 500) }
    }
}
