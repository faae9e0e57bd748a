import Foundation
import Web

/// What an operator types to make a module.
public struct NewModule: Codable, Sendable {
    public var name: String
    public var group: ModuleGroup
    public var title: ModuleText
    public var description: ModuleText

    public init(name: String, group: ModuleGroup, title: ModuleText, description: ModuleText) {
        self.name = name
        self.group = group
        self.title = title
        self.description = description
    }

    var details: ModuleDetails { ModuleDetails(group: group, title: title, description: description) }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        let wrong = ModuleRules.rejections(ofName: name) + details.rejections
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What may be changed of a module.
public struct ModuleDetails: Codable, Sendable, Equatable {
    public let group: ModuleGroup
    public let title: ModuleText
    public let description: ModuleText

    public init(group: ModuleGroup, title: ModuleText, description: ModuleText) {
        self.group = group
        self.title = title.trimmed
        self.description = description.trimmed
    }

    init(_ module: Module) {
        self.init(group: module.group, title: module.title, description: module.description)
    }

    /// Every field that is wrong. A title is there in one language at least; who reads the other one sees it too.
    var rejections: [Rejection] {
        let details = ModuleDetails(group: group, title: title, description: description)
        var wrong = ModuleRules.rejections("title", details.title, longest: ModuleRules.longestTitle, oneLine: true)
        if details.title.zh.isEmpty, details.title.en.isEmpty { wrong.append(Rejection("title.zh", "modules.title.none")) }
        wrong += ModuleRules.rejections("description", details.description, longest: ModuleRules.longestText)
        return wrong
    }
}

extension ModuleText {
    static let none = ModuleText(zh: "", en: "")

    /// Without what stands around it; browsers send line ends as CR LF.
    var trimmed: ModuleText {
        func trimmed(_ text: String) -> String {
            text.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return ModuleText(zh: trimmed(zh), en: trimmed(en))
    }
}

extension ModuleRules {
    static let longestTitle = 100
    /// Names that pages and sub-resources have.
    private static let reserved: Set = ["new", "baselines", "usage", "artifacts", "versions"]

    static func rejections(ofName name: String) -> [Rejection] {
        if name.isEmpty { return [Rejection("name", "web.required")] }
        if name.wholeMatch(of: Self.name) == nil { return [Rejection("name", "modules.name.invalid")] }
        return reserved.contains(folded(name)) ? [Rejection("name", "modules.name.reserved", ["name": name])] : []
    }

    static func rejections(_ field: String, _ text: ModuleText, longest: Int, oneLine: Bool = false) -> [Rejection] {
        [("zh", text.zh), ("en", text.en)].compactMap { language, text in
            rejection("\(field).\(language)", text, longest: longest, oneLine: oneLine)
        }
    }

    /// - Parameter oneLine: otherwise line ends and tabs are no control characters.
    static func rejection(_ field: String, _ text: String, longest: Int, oneLine: Bool = false) -> Rejection? {
        if text.unicodeScalars.count > longest { return Rejection(field, "modules.text.long", ["limit": "\(longest)"]) }
        let shown = oneLine ? text : text.replacing("\n", with: "").replacing("\t", with: "")
        return shown.isOneLine ? nil : Rejection(field, oneLine ? "modules.text.line" : "modules.text.control")
    }
}
