/// Markup the console wrote itself, with everything from outside escaped: the only thing a template may insert unescaped (`{{{chart}}}`).
public struct SafeHTML: Codable, Sendable, Equatable {
    /// The markup.
    public let html: String

    /// - Parameter html: markup whose every dynamic part went through `HTML.escape(_:)`.
    public init(trusted html: String) {
        self.html = html
    }

    /// Nothing, for a place that stays empty.
    public static let empty = SafeHTML(trusted: "")
}

/// Text for HTML and SVG.
public enum HTML {
    /// The text with `& < > " '` replaced, fit for element content and quoted attributes.
    ///
    /// Walks Unicode scalars: as `Character`s, a quote followed by a zero-width joiner is one unit that equals no quote and would pass.
    public static func escape(_ text: String) -> String {
        // Most cells need nothing replaced, and the bytes tell that fastest.
        guard text.utf8.contains(where: special.contains) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let entity = entity(for: scalar) {
                escaped.append(contentsOf: entity.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static let special = Set("&<>\"'".utf8)

    private static func entity(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }
}
