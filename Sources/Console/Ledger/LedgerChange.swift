import Foundation
import Web

/// A change as operators read it: what, for whom, by whom, and where it is.
struct LedgerChange: Codable, Sendable, Identifiable, Equatable {
    let id: String
    let at: Date
    let kind: LedgerKind
    /// Of the audit log, e.g. `hotpatch.halt`.
    let action: String
    let app: OrNull<String>
    /// As audited.
    let object: String
    /// Id of the release, message or whatever it is; of a publication of switches its number.
    let subject: OrNull<String>
    /// E.g. `ios #3`.
    let title: String
    /// Who it is for, in plain words of data: `20%`, `12 users`, `1200 devices`.
    let audience: OrNull<String>
    let platform: OrNull<Platform>
    /// Of the app, where the change is for one.
    let version: OrNull<String>
    let actor: String
    /// Whether devices come to feel it. What leaves a draft or a question reaches none yet.
    let reachesDevices: Bool
    /// The page that it is seen on; null where there is none any more.
    let href: OrNull<String>
}

extension LedgerChange {
    /// Nil for what is no change.
    init?(_ record: AuditRecord) {
        guard let entry = LedgerActions.byName[record.action] else { return nil }
        let subject = LedgerSubject(record)
        self.init(
            id: record.id,
            at: record.at,
            kind: entry.kind,
            action: record.action,
            app: OrNull(record.app),
            object: record.object,
            subject: OrNull(subject.id),
            title: subject.title,
            audience: OrNull(record.audience ?? (entry.isForAll ? LedgerAudience([.all]).text : nil)),
            platform: OrNull(subject.platform),
            version: OrNull(record.ledgered("version") ?? record.ledgered("targetVersions")),
            actor: record.actorName,
            reachesDevices: entry.reachesDevices && !record.waits,
            href: OrNull(LedgerLinks.path(record, subject))
        )
    }
}

extension AuditRecord {
    /// As it became, or as it was where it is gone or stayed.
    func ledgered(_ field: String) -> String? {
        after[field]?.orNil ?? before[field]?.orNil
    }

    /// Whether nobody gets anything of it yet: a draft was changed, or a second person has to agree.
    fileprivate var waits: Bool { LedgerFilter.waiting.contains(after["state"] ?? "") }

    /// The rooms say it themselves, or name what it is counted in.
    fileprivate var audience: String? {
        if let said = after["audience"]?.orNil, Int(said) == nil { return said }
        if let percentage = after["percentage"]?.orNil { return percentage }
        if let users = after["users"].flatMap(Int.init) { return LedgerAudience([.users(users)]).text }
        return (after["devices"] ?? after["audience"]).flatMap(Int.init).map { LedgerAudience([.devices($0)]).text }
    }
}
