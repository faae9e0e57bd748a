import Web

/// Puts changes into sentences of one language, for the people behind a channel.
struct AlertChangeWriter: Sendable {
    private let writer: AlertWriter

    init(_ writer: AlertWriter) {
        self.writer = writer
    }

    var words: Catalogue.Words { writer.words }

    /// What was done, in a line.
    func title(_ change: LedgerChange, in app: String) -> String {
        let arguments = ["app": app, "action": words["label.action.\(change.actionLabel)"], "title": change.title(words)]
        return words[Message(change.app.value == nil ? "alerts.said.change.console" : "alerts.said.change.app", arguments)]
    }

    /// Who did it, for whom, and when.
    func lines(_ change: LedgerChange) -> [String] {
        var lines = [line("who", who(change))]
        if let audience = change.audience.value { lines.append(line("audience", LedgerAudience(text: audience).text(words))) }
        if let platform = change.platform.value { lines.append(line("platform", words["label.platform.\(platform.rawValue)"])) }
        if let version = change.version.value { lines.append(line("version", version)) }
        return lines + [writer.time(change.at)]
    }

    private func line(_ name: String, _ value: String) -> String {
        words[Message("alerts.line.change.\(name)", ["value": value])]
    }

    /// People by their name, the console and its command line in words.
    private func who(_ change: LedgerChange) -> String {
        let key = "label.actor.\(change.actor)"
        let word = words[key]
        return word == key ? change.actor : word
    }
}
