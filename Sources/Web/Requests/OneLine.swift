import Foundation

extension String {
    /// Whether it stands on one line and shows all of itself: names that people give must not hide line ends or worse.
    public var isOneLine: Bool {
        !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension String {
    /// Nothing for a text without letters, as an empty field of a form is.
    public var orNil: String? { isEmpty ? nil : self }

    /// What a field of a form or filter means: without spaces around it, and nothing when nothing is left.
    public var given: String? { trimmingCharacters(in: .whitespaces).orNil }

    /// At most so many characters of it, with `…` where it goes on.
    public func shortened(to most: Int) -> String { count > most ? prefix(most) + "…" : self }
}
