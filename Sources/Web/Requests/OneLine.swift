extension String {
    /// Whether it stands on one line and shows all of itself: names that people give must not hide line ends or worse.
    public var isOneLine: Bool {
        !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension String {
    /// Nothing for a text without letters, as an empty field of a form is.
    public var orNil: String? { isEmpty ? nil : self }
}
