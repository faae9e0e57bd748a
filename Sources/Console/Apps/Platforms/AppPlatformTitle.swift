import Web

/// Titles that are kept in no language begin with the platform's word: `ios #3`. Pages put its name there: `iOS #3`.
extension Platform {
    /// A title of something for this platform.
    func naming(_ title: String, _ words: Catalogue.Words) -> String {
        guard title.split(separator: " ").first == rawValue[...] else { return title }
        return words["label.platform.\(rawValue)"] + title.dropFirst(rawValue.count)
    }

    /// The same of a title that begins with whichever platform it is for.
    static func naming(_ title: String, _ words: Catalogue.Words) -> String {
        let platform = title.split(separator: " ").first.flatMap { Platform(rawValue: String($0)) }
        return platform?.naming(title, words) ?? title
    }
}
