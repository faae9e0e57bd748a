/// An app as a form offers it.
struct AppChoice: Codable, Sendable {
    let id: String
    let name: String
    let chosen: Bool

    static func all(_ apps: [App], chosen: String) -> [AppChoice] {
        apps.map { AppChoice(id: $0.id, name: $0.name, chosen: $0.id == chosen) }
    }
}
