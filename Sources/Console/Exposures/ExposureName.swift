import Foundation
import Storage

/// What people call something that devices are told of, and where its page is.
struct ExposureName: Sendable, Equatable {
    /// In no language: `ios #3`, `2.4.0`, what people named it.
    let title: String
    /// As the room that it comes from calls it; empty where there is none.
    let state: String
    let href: String
}

extension Connection {
    /// What some subjects of an app are called; those that are gone go by their ids.
    func exposureNames(_ subjects: Set<ExposureSubject>, _ app: String, at now: Date) throws -> [ExposureSubject: ExposureName] {
        var names: [ExposureSubject: ExposureName] = [:]
        for (kind, subjects) in Dictionary(grouping: subjects, by: \.kind) {
            let known = try exposureNames(kind, subjects.map(\.id).sorted(), app, now)
            for subject in subjects {
                names[subject] = known[subject.id] ?? ExposureName(title: subject.id, state: "", href: "/apps/\(app)/\(kind.folder)")
            }
        }
        return names
    }

    private func exposureNames(_ kind: ExposureKind, _ ids: [String], _ app: String, _ now: Date) throws -> [String: ExposureName] {
        let found: [(id: String, title: String, state: String)] =
            switch kind {
            case .update:
                try updates(app, named: ids).map { ($0.id, "\($0.plan.platform.rawValue) \($0.plan.version)", $0.state(at: now).rawValue) }
            case .patch:
                try hotpatches(app, named: ids).map { ($0.id, "\($0.plan.platform.rawValue) #\($0.number)", $0.state(at: now).rawValue) }
            case .switches:
                try switchPublications(app, numbered: ids.compactMap(Int.init)).map { ("\($0.number)", "#\($0.number)", "") }
            case .push:
                try pushMessages(app, named: ids).map { ($0.id, $0.plan.name.isEmpty ? $0.id : $0.plan.name, $0.state.rawValue) }
            case .badge:
                try badges(app, named: ids).map { ($0.id, $0.path.text, $0.state(at: now).rawValue) }
            case .diagnosis:
                []
            }
        let names = found.map { ($0.id, ExposureName(title: $0.title, state: $0.state, href: "/apps/\(app)/\(kind.folder)/\($0.id)")) }
        return Dictionary(names) { first, _ in first }
    }
}

extension ExposureKind {
    /// Under an app's page: where the room's list is, and its pages below.
    fileprivate var folder: String {
        switch self {
        case .update: "updates"
        case .patch: "hotpatches"
        case .switches: "switches/publications"
        case .push: "push-messages"
        case .badge: "badges"
        case .diagnosis: "diagnostics"
        }
    }
}
