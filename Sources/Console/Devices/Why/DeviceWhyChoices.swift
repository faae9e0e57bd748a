import Foundation
import Web

/// What the form offers to ask about: the latest of each kind.
extension DeviceWhys {
    func choices(_ kind: ExposureKind, of app: App, chosen: String?) async throws -> [DeviceWhyChoice] {
        var named = try await named(kind, app.id)
        if let chosen, !named.contains(where: { $0.id == chosen }) { named.insert((chosen, chosen), at: 0) }
        let times = Dictionary(named.map { ($0.title, 1) }, uniquingKeysWith: +)
        return named.map { id, title in
            // Drafts and releases may be of one version.
            let shown = times[title] == 1 ? title : "\(title) (\(id.prefix(6)))"
            return DeviceWhyChoice(subject: id, title: shown, chosen: id == chosen)
        }
    }

    private func named(_ kind: ExposureKind, _ app: String) async throws -> [(id: String, title: String)] {
        let place = try ListPlace(limit: Self.mostChoices, cursor: nil)
        switch kind {
        case .update:
            return try await updates.list(app, UpdateFilter(), place, publicURL: "").items.map { ($0.id, "\($0.platform.rawValue) \($0.version)") }
        case .patch:
            let all = try await hotpatches.hotpatches.list(app, HotpatchFilter(), place)
            return all.items.map { ($0.id, "\($0.platform.rawValue) #\($0.version)") }
        case .switches:
            return try await switches.all(app).prefix(Self.mostSwitches).map { ($0.key, $0.key) }
        case .push:
            let all = try await messages.list(app, PushMessageFilter(), place)
            return all.items.map { ($0.id, String(($0.name.orNil ?? $0.title.orNil ?? $0.id).prefix(60))) }
        case .badge:
            return try await badges.list(of: app, nil, place).items.map { ($0.id, "\($0.path.text) (\($0.id.prefix(6)))") }
        case .diagnosis:
            let all = try await diagnosis.list(of: app, DiagnosisFilter(), place)
            return all.items.map { ($0.id, "\($0.platform.rawValue) \($0.id)") }
        }
    }
}
