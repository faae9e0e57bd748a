/// The languages that every sentence of the console exists in.
public enum Language: String, Codable, CaseIterable, Sendable {
    case chinese = "zh-CN"
    case english = "en"

    /// The first language of an `Accept-Language` header that the console speaks; order is taken, weights are not.
    init?(accepting header: String) {
        for tag in header.split(separator: ",") {
            let name = tag.prefix { $0 != ";" && $0 != " " }.lowercased()
            if name.hasPrefix("zh") { self = .chinese; return }
            if name.hasPrefix("en") { self = .english; return }
        }
        return nil
    }
}
