/// What a change is about, as operators ask for it.
enum LedgerKind: String, Codable, CaseIterable, Sendable {
    case app, build, package, update, patch, switches, push, badge, diagnosis, certificate, role, setting
}
