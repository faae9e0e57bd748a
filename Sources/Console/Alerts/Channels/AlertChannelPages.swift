import Web

/// First the kind is chosen, then comes the form of that kind.
struct AlertNewChannelPage: Codable, Sendable {
    let kinds: [AlertChannelKind]
    let form: AlertChannelForm?
}

/// The fields of a channel, filled with what was typed just now; the secret is asked for again. Read by `Views/Alerts/channelFields`.
struct AlertChannelForm: Codable, Sendable {
    let kind: AlertChannelKind
    let name: String
    /// Empty for a channel that is there: its address is a secret.
    let url: String
    let languages: [Choice]
    let takesSecret: Bool
    /// Whether the field of the address may stay empty.
    let isNew: Bool
    let signed: Bool
    let changes: [Change]
    let wide: Bool
    /// Whether the asker may say so.
    let asksWide: Bool

    struct Change: Codable, Sendable {
        let kind: LedgerKind
        let chosen: Bool
    }

    struct Choice: Codable, Sendable {
        let language: Language
        let chosen: Bool
    }

    init(_ channel: AlertChannel?, _ kind: AlertChannelKind, _ context: Context) {
        let language = context.filled("language", (channel?.language ?? context.reader.language).rawValue)
        self.kind = kind
        name = context.filled("name", channel?.name ?? "")
        url = context.filled("url")
        languages = Language.allCases.map { Choice(language: $0, chosen: $0.rawValue == language) }
        takesSecret = kind.takesSecret
        isNew = channel == nil
        signed = channel?.signed ?? false
        let told = Set(context.submitted.map { $0.all("changes") } ?? channel?.changes.map(\.rawValue) ?? [])
        wide = context.submitted.map { $0["wide"] == "true" } ?? channel?.wide ?? false
        asksWide = context.isConsoleAdmin
        changes = LedgerKind.allCases.map { Change(kind: $0, chosen: told.contains($0.rawValue)) }
    }
}
