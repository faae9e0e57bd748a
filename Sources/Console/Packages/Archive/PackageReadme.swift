import Web

/// `README.md`: what a project has to take over, module by module; in Chinese and in English.
struct PackageReadme {
    let contents: PackageContents
    let catalogue: Catalogue
    /// By module, by name.
    let frameworks: [String: [String]]

    var text: String {
        Language.allCases.sorted { $0 == .chinese && $1 != .chinese }
            .map { PackageReadmePart(contents: contents, catalogue: catalogue, frameworks: frameworks, language: $0).text }
            .joined(separator: "\n---\n\n")
    }
}

/// In one language.
private struct PackageReadmePart {
    let contents: PackageContents
    let catalogue: Catalogue
    let frameworks: [String: [String]]
    let language: Language

    private var manifest: PackageManifest { contents.manifest }

    private func word(_ key: String, _ arguments: [String: String] = [:]) -> String {
        catalogue[language][Message("packages.readme.\(key)", arguments)]
    }

    var text: String {
        let parts = [heading, steps, managers, modules, verification]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var heading: String {
        let rows = [
            (word("app"), "\(manifest.app.name.commented), `\(manifest.app.appKey)`"), (word("platform"), manifest.platform.rawValue),
            (word("packageVersion"), "`\(manifest.packageVersion)`"), (word("baseline"), manifest.baseline ?? word("none")),
            (word("oldestSystem"), manifest.oldestSystem), (word("modules"), "\(manifest.modules.count)"),
            (word("console"), contents.extras.console),
        ]
        return "# \(manifest.app.appKey) \(manifest.packageVersion)\n\n" + rows.map { "* \($0.0): \($0.1)" }.joined(separator: "\n")
    }

    // MARK: the project

    private var steps: String {
        let lines = files + [libraries, flags, byHand].compactMap { $0 }
        return "## \(word("adding"))\n\n" + lines.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }

    private var files: [String] {
        switch manifest.platform {
        case .ios:
            return [
                word("ios.frameworks"),
                word("ios.resources", ["list": list(manifest.resources)]),
                word("ios.config"),
            ]
        case .android:
            return [
                word("android.gradle"),
                word("android.config"),
            ]
        case .harmony:
            return [
                word("harmony.libraries"),
                word("harmony.manifest"),
            ]
        }
    }

    private var libraries: String? {
        manifest.systemFrameworks.isEmpty ? nil : word("systemLibraries", ["list": list(manifest.systemFrameworks)])
    }

    private var flags: String? {
        manifest.linkerFlags.isEmpty ? nil : word("linkerFlags", ["list": list(manifest.linkerFlags)])
    }

    private var byHand: String? {
        manifest.addedByHand.isEmpty
            ? nil : word("thirdParty", ["list": list(manifest.addedByHand.map(\.title))])
    }

    private func list(_ words: [String]) -> String {
        words.isEmpty ? word("nothing") : words.map { "`\($0.commented.replacing("`", with: "'"))`" }.joined(separator: ", ")
    }

    private var managers: String {
        "## \(word("managers"))\n\n\(word("\(manifest.platform.rawValue).managers"))"
    }

    // MARK: modules

    private var modules: String {
        "## \(word("modulesTitle"))\n\n" + manifest.modules.map(module).joined(separator: "\n\n")
    }

    private func module(_ module: ManifestModule) -> String {
        let words = contents.extras.words[module.name]
        let title = words?.title.text(in: language).commented ?? ""
        let layout = PackageLayout(platform: manifest.platform)
        let files = layout.unpacks ? (frameworks[module.name] ?? []).map { "\(PackageLayout.frameworks)/\($0)" } : [layout.place(of: module)]
        var rows = [(word("files"), files)]
        rows.append((word("resources"), module.resources))
        rows.append((word("systemFrameworks"), module.systemFrameworks))
        rows.append((word("moduleFlags"), module.linkerFlags))
        rows.append((word("addedByHand"), module.thirdParty.filter { !$0.included }.map(\.title)))
        rows.append((word("included"), module.thirdParty.filter(\.included).map(\.title)))
        rows.append((word("licence"), [module.licence]))
        let lines = rows.filter { !$0.1.isEmpty }.map { "* \($0.0): \(list($0.1))" }
        return "### \(module.name) \(module.version)\(title.isEmpty || title == module.name ? "" : " · \(title)")\n\n\(why(module))\n\n"
            + lines.joined(separator: "\n") + notes(words?.notes.text(in: language) ?? "")
    }

    private func why(_ module: ManifestModule) -> String {
        let needed = word("neededBy", ["list": list(module.requiredBy)])
        if !module.direct { return needed }
        return word("chosen") + (module.requiredBy.isEmpty ? "" : " \(needed)")
    }

    private func notes(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "> \(String($0).commented)" }
        return "\n\n\(word("notes")):\n\n" + lines.joined(separator: "\n")
    }

    // MARK: verification

    private var verification: String {
        "## \(word("verifying"))\n\n\(word(manifest.platform == .ios ? "archive.unpacked" : "archive.asPublished"))"
    }
}
