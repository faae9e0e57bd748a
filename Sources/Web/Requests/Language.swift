/// The languages that every sentence of the console exists in.
public enum Language: String, Codable, CaseIterable, Sendable {
    case chinese = "zh-CN"
    case english = "en"

    /// The first language of an `Accept-Language` header that the console speaks; order is taken, weights are not.
    init?(accepting header: String) {
        let tags = header.lowercased().split(separator: ",").map { $0.drop { $0 == " " } }
        let spoken = tags.compactMap { tag in Self.allCases.first { tag.hasPrefix($0.rawValue.prefix(2)) } }
        guard let first = spoken.first else { return nil }
        self = first
    }
}
