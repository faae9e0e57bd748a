/// By what the app itself wants a report to be grouped: the array `fingerprint` of Sentry's events, where `{{ name }}` stands for something of the event.
struct CrashToldKey {
    /// Those that count, with what they stand for; none where the app said nothing but the default.
    private(set) var words: [String] = []
    /// Whether what would be taken without it counts as well.
    private(set) var hasDefault = false

    private static let most = 16

    init(_ report: CrashReport, type: String) {
        guard let event = report.event else { return }
        for word in event.fingerprint.prefix(Self.most) {
            switch Self.variable(word) {
            case "default": hasDefault = true
            case "type", "error.type": words.append(type)
            case "value", "error.value", "message": words.append(CrashMessageKey.of(report.thrown.first?.message ?? event.message))
            case "transaction": words.append(event.transaction)
            case "level": words.append(event.level)
            case "logger": words.append(event.logger)
            default: words.append(word)
            }
        }
    }

    /// Of `{{ default }}` the name.
    private static func variable(_ word: String) -> String? {
        guard word.hasPrefix("{{"), word.hasSuffix("}}"), word.utf8.count >= 4 else { return nil }
        return word[...].utf8.dropFirst(2).dropLast(2).trimmed.text
    }
}
