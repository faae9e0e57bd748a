import Storage

/// What a patch is written in.
public enum HotpatchLanguage: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case lua, javascript

    /// Of a file with such a script.
    var fileExtension: String {
        switch self {
        case .lua: "lua"
        case .javascript: "js"
        }
    }

    /// By the end of a file's name; nil for others.
    init?(fileName: String) {
        let end = fileName.split(separator: ".").last.map { $0.lowercased() }
        guard let found = Self.allCases.first(where: { $0.fileExtension == end }) else { return nil }
        self = found
    }
}
