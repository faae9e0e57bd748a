import Foundation
import Web

/// A target as a form holds it: everything is text until it is saved. Fields are named as in JSON, `target.users`, `target.segment.versions`; `kind`
/// says which of them count, the others may be filled in too and are not looked at.
struct PushTargetForm: Codable, Sendable {
    /// Of `PushTargetKind`.
    var kind: String
    /// One a line, or with commas; as `devices`.
    var users: String
    var devices: String
    /// The id of an uploaded list.
    var list: String
    var segment: Segment?

    struct Segment: Codable, Sendable {
        var platform: String
        var versions: String
        var models: String
        var osVersions: String
        var activeWithinDays: String
        var crashGroup: String
    }

    /// What a new message begins with: nobody chose yet, so nobody is chosen by mistake.
    static let empty = PushTargetForm(PushTarget(devices: []))

    /// A target as it is stored.
    init(_ target: PushTarget) {
        kind = (target.kind ?? .devices).rawValue
        users = (target.users ?? []).joined(separator: "\n")
        devices = (target.devices ?? []).joined(separator: "\n")
        list = target.list ?? ""
        segment = Segment(target.segment ?? PushSegment())
    }

    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    func target() throws -> PushTarget {
        guard let kind = PushTargetKind(rawValue: kind) else { throw Problem.invalid("target.kind", "web.choice") }
        switch kind {
        case .all: return .everybody
        case .users: return PushTarget(users: RolloutWords(text: users).items)
        case .devices: return PushTarget(devices: RolloutWords(text: devices).items)
        case .segment: return PushTarget(segment: try segment?.segment() ?? PushSegment())
        case .list: return PushTarget(list: list)
        }
    }
}

extension PushTargetForm.Segment {
    fileprivate init(_ segment: PushSegment) {
        func text(_ words: RolloutWords?) -> String { (words?.items ?? []).joined(separator: ", ") }
        self.init(
            platform: segment.platform?.rawValue ?? "",
            versions: text(segment.versions),
            models: text(segment.models),
            osVersions: text(segment.osVersions),
            activeWithinDays: segment.activeWithinDays.map(String.init) ?? "",
            crashGroup: segment.crashGroup ?? ""
        )
    }

    fileprivate func segment() throws -> PushSegment {
        func words(_ text: String) -> RolloutWords? {
            let items = RolloutWords(text: text).items
            return items.isEmpty ? nil : RolloutWords(items)
        }
        let (days, named) = (activeWithinDays.trimmingCharacters(in: .whitespaces), platform.orNil.map { Platform(rawValue: $0) })
        if let named, named == nil { throw Problem.invalid("target.segment.platform", "web.choice") }
        if !days.isEmpty, Int(days) == nil { throw Problem.invalid("target.segment.activeWithinDays", "pushDevices.target.days") }
        return PushSegment(
            platform: named ?? nil,
            versions: words(versions),
            models: words(models),
            osVersions: words(osVersions),
            activeWithinDays: Int(days),
            crashGroup: crashGroup.trimmingCharacters(in: .whitespaces).orNil
        )
    }
}
