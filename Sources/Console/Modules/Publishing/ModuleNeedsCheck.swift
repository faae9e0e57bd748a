import Foundation
import Web

/// What can be wrong with the needs of a version by themselves. Fields are named as JSON has them: `needs.dependencies.0.versions`.
struct ModuleNeedsCheck {
    private let needs: ModuleNeeds
    private let module: String
    private let platform: Platform

    init(_ needs: ModuleNeeds, of module: String, on platform: Platform) {
        self.needs = needs
        self.module = module
        self.platform = platform
    }

    /// Of lists that are too long nothing else is said: each entry is held against those before it.
    var rejections: [Rejection] {
        tooMany.isEmpty ? dependencies + conflicts + frameworks + thirdParty + licence + flags + systems : tooMany
    }

    private var tooMany: [Rejection] {
        let counts = [
            ("dependencies", needs.dependencies.count), ("conflicts", needs.conflicts.count), ("systemFrameworks", needs.systemFrameworks.count),
            ("thirdParty", needs.thirdParty.count), ("linkerFlags", needs.linkerFlags.count),
        ]
        let limit = ModuleRules.mostDependencies
        return counts.filter { $1 > limit }.map { Rejection("needs.\($0.0)", "modules.many", ["limit": "\(limit)"]) }
    }

    private var dependencies: [Rejection] {
        let names = needs.dependencies.map(\.module)
        return names.indices.flatMap { index -> [Rejection] in
            let field = "needs.dependencies.\(index)"
            let wrong = partner(field, names[index], needs.dependencies[index].versions, myself: "modules.dependency.self")
            return wrong.isEmpty && isRepeated(names, index)
                ? [Rejection("\(field).module", "modules.dependency.twice", ["name": names[index]])] : wrong
        }
    }

    private var conflicts: [Rejection] {
        let names = needs.conflicts.map(\.module)
        return names.indices.flatMap { index -> [Rejection] in
            let (field, conflict) = ("needs.conflicts.\(index)", needs.conflicts[index])
            let wrong =
                partner(field, names[index], conflict.versions, myself: "modules.conflict.self")
                + ModuleRules.rejections("\(field).reason", conflict.reason, longest: ModuleRules.longestReason)
            return wrong.isEmpty && isRepeated(names, index)
                ? [Rejection("\(field).module", "modules.conflict.twice", ["name": names[index]])] : wrong
        }
    }

    private func partner(_ field: String, _ name: String, _ versions: String, myself: String) -> [Rejection] {
        if name.wholeMatch(of: ModuleRules.name) == nil { return [Rejection("\(field).module", "modules.partner.invalid", ["name": shown(name)])] }
        if ModuleRules.folded(name) == ModuleRules.folded(module) { return [Rejection("\(field).module", myself, ["name": module])] }
        if ModuleRange(versions) != nil { return [] }
        return [Rejection("\(field).versions", "modules.range.invalid", ["name": name, "range": shown(versions)])]
    }

    private func isRepeated(_ names: [String], _ index: Int) -> Bool {
        names[..<index].contains { ModuleRules.folded($0) == ModuleRules.folded(names[index]) }
    }

    private var frameworks: [Rejection] {
        let wrong = entries("needs.systemFrameworks", needs.systemFrameworks)
        guard wrong.isEmpty, platform == .ios else { return wrong }
        return needs.systemFrameworks.enumerated().filter { !Self.isAppleLibrary($1) }.map { index, name in
            Rejection("needs.systemFrameworks.\(index)", "modules.framework.invalid", ["name": shown(name)])
        }
    }

    /// `CoreTelephony.framework`, `libz.tbd`, `libz.dylib`.
    private static func isAppleLibrary(_ name: String) -> Bool {
        name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]{0,99}\.framework|lib[A-Za-z0-9_.+\-]{1,100}\.(tbd|dylib)/#) != nil
    }

    private var thirdParty: [Rejection] {
        let all = needs.thirdParty
        return all.enumerated().flatMap { index, library -> [Rejection] in
            let field = "needs.thirdParty.\(index)"
            let texts = [("name", library.name), ("version", library.version)]
            var wrong = texts.compactMap { ModuleRules.rejection("\(field).\($0)", $1, longest: 100, oneLine: true) }
            if library.name.isEmpty { wrong.append(Rejection("\(field).name", "web.required")) }
            if isRepeated(all.map(\.name), index) {
                wrong.append(Rejection("\(field).name", "modules.thirdParty.twice", ["name": shown(library.name)]))
            }
            return wrong + (library.licence.isEmpty ? [] : ModuleLicenceSpelling.rejections("\(field).licence", library.licence))
        }
    }

    private var licence: [Rejection] {
        needs.licence.isEmpty
            ? [Rejection("needs.licence", "modules.licence.none")] : ModuleLicenceSpelling.rejections("needs.licence", needs.licence)
    }

    private var flags: [Rejection] {
        let wrong = entries("needs.linkerFlags", needs.linkerFlags)
        guard wrong.isEmpty else { return wrong }
        return needs.linkerFlags.enumerated().filter { $1.wholeMatch(of: #/-[^\s"'`$\\;|&<>]+( [^\s"'`$\\;|&<>\-][^\s"'`$\\;|&<>]*)?/#) == nil }.map {
            index,
            flag in
            Rejection("needs.linkerFlags.\(index)", "modules.flag.invalid", ["flag": shown(flag)])
        }
    }

    private var systems: [Rejection] {
        let given = [("needs.minimumOS", needs.minimumOS), ("needs.maximumOS", needs.maximumOS.value)]
        let wrong = given.compactMap { field, text in
            text.flatMap { $0.wholeMatch(of: ModuleRules.system) == nil ? Rejection(field, "modules.system.invalid") : nil }
        }
        guard wrong.isEmpty, let last = needs.maximumOS.value, RolloutVersion(last) < RolloutVersion(needs.minimumOS) else { return wrong }
        return [Rejection("needs.maximumOS", "modules.system.order", ["minimum": needs.minimumOS])]
    }

    /// Of a list of short texts, each once.
    private func entries(_ field: String, _ all: [String]) -> [Rejection] {
        all.enumerated().compactMap { index, text in
            let field = "\(field).\(index)"
            if text.isEmpty { return Rejection(field, "web.required") }
            if all[..<index].contains(text) { return Rejection(field, "modules.entry.twice", ["name": shown(text)]) }
            return ModuleRules.rejection(field, text, longest: 200, oneLine: true)
        }
    }

    /// What somebody typed, in a sentence about it.
    private func shown(_ text: String) -> String { text.shortened(to: 60) }
}
