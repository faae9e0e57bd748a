import Web

/// `README.md`: what a project has to take over, module by module; in Chinese and in English.
struct PackageReadme {
    let contents: PackageContents
    /// By module, by name.
    let frameworks: [String: [String]]

    var text: String {
        Language.allCases.sorted { $0 == .chinese && $1 != .chinese }
            .map { PackageReadmePart(contents: contents, frameworks: frameworks, language: $0).text }
            .joined(separator: "\n---\n\n")
    }
}

/// In one language.
private struct PackageReadmePart {
    let contents: PackageContents
    let frameworks: [String: [String]]
    let language: Language

    private var manifest: PackageManifest { contents.manifest }

    private func say(_ zh: String, _ en: String) -> String { language == .chinese ? zh : en }

    var text: String {
        let parts = [heading, steps, managers, modules, verification]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var heading: String {
        let rows = [
            (say("应用", "App"), "\(manifest.app.name.commented), `\(manifest.app.appKey)`"), (say("平台", "Platform"), manifest.platform.rawValue),
            (say("包版本", "Package version"), "`\(manifest.packageVersion)`"), (say("基线", "Baseline"), manifest.baseline ?? say("无", "none")),
            (say("最低系统", "Runs from"), manifest.oldestSystem), (say("模块数", "Modules"), "\(manifest.modules.count)"),
            (say("控制台", "Console"), contents.extras.console),
        ]
        return "# \(manifest.app.appKey) \(manifest.packageVersion)\n\n" + rows.map { "* \($0.0): \($0.1)" }.joined(separator: "\n")
    }

    // MARK: the project

    private var steps: String {
        let lines = files + [libraries, flags, byHand].compactMap { $0 }
        return "## \(say("加到工程里", "Adding it to the project"))\n\n" + lines.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }

    private var files: [String] {
        switch manifest.platform {
        case .ios:
            return [
                say("用 `mPaaS/Frameworks` 里的 framework 替换工程中原有的。", "Replace the project's frameworks by those in `mPaaS/Frameworks`."),
                say(
                    "把 \(list(manifest.resources))（在 `mPaaS/Resources`）和 `mPaaS/mPaaS.bundle` 加到 Copy Bundle Resources；后者带有 BuildConfig.json，控制台据此知道应用里有哪些模块。",
                    "Add \(list(manifest.resources)) (in `mPaaS/Resources`) and `mPaaS/mPaaS.bundle` to Copy Bundle Resources; the latter brings BuildConfig.json, by which the console knows what the app was built with."
                ),
                say("把 `mPaaS/GatewayConfig.plist` 和 `mPaaS/*.config` 加到工程。", "Add `mPaaS/GatewayConfig.plist` and `mPaaS/*.config` to the project."),
            ]
        case .android:
            return [
                say(
                    "在应用模块的 build.gradle 里写 `apply from: '…/mpaas.gradle'`，它会加入 `libs` 里的 AAR 和 `assets/BuildConfig.json`。",
                    "Write `apply from: '…/mpaas.gradle'` into the app module's build.gradle: it adds the AARs in `libs` and `assets/BuildConfig.json`."
                ),
                say("`.config` 文件放到工程里。", "Put the `.config` file into the project."),
            ]
        case .harmony:
            return [
                say(
                    "把 `oh-package.json5` 里的依赖并入工程，HAR 在 `libs`。",
                    "Merge the dependencies of `oh-package.json5` into the project's; the HARs are in `libs`."
                ),
                say(
                    "把 `resources/rawfile/BuildConfig.json` 放到模块的 rawfile，`.config` 文件放到工程里。",
                    "Put `resources/rawfile/BuildConfig.json` into the module's rawfile and the `.config` file into the project."
                ),
            ]
        }
    }

    private var libraries: String? {
        manifest.systemFrameworks.isEmpty ? nil : say("加上系统库：", "Link the system libraries: ") + list(manifest.systemFrameworks)
    }

    private var flags: String? {
        manifest.linkerFlags.isEmpty ? nil : say("Other Linker Flags 加上：", "Add to Other Linker Flags: ") + list(manifest.linkerFlags)
    }

    private var byHand: String? {
        manifest.addedByHand.isEmpty
            ? nil : say("自行加入这些第三方库，包里没有：", "Add these libraries of others, which are not in the package: ") + list(manifest.addedByHand.map(\.title))
    }

    private func list(_ words: [String]) -> String {
        words.isEmpty ? say("（没有）", "(none)") : words.map { "`\($0.commented.replacing("`", with: "'"))`" }.joined(separator: say("、", ", "))
    }

    private var managers: String {
        let text =
            switch manifest.platform {
            case .ios:
                say(
                    "CocoaPods 用 `Podfile.snippet`（本地 pod `mPaaS.podspec`）。Swift Package Manager 用 `Package.swift`，其中只有 xcframework；普通的 framework 要用 CocoaPods 或手工添加。",
                    "CocoaPods: `Podfile.snippet` (the local pod `mPaaS.podspec`). Swift Package Manager: `Package.swift`, which holds xcframeworks only; plain frameworks need CocoaPods, or are added by hand."
                )
            case .android: say("Gradle 用 `mpaas.gradle`。", "Gradle: `mpaas.gradle`.")
            case .harmony: say("ohpm 用 `oh-package.json5`。", "ohpm: `oh-package.json5`.")
            }
        return "## \(say("包管理器", "Package managers"))\n\n\(text)"
    }

    // MARK: modules

    private var modules: String {
        "## \(say("模块", "Modules"))\n\n" + manifest.modules.map(module).joined(separator: "\n\n")
    }

    private func module(_ module: ManifestModule) -> String {
        let words = contents.extras.words[module.name]
        let title = words?.title.text(in: language).commented ?? ""
        let layout = PackageLayout(platform: manifest.platform)
        let files = layout.unpacks ? (frameworks[module.name] ?? []).map { "\(PackageLayout.frameworks)/\($0)" } : [layout.place(of: module)]
        var rows = [(say("文件", "Files"), files)]
        rows.append((say("资源", "Resources"), module.resources))
        rows.append((say("系统库", "System libraries"), module.systemFrameworks))
        rows.append((say("链接参数", "Linker flags"), module.linkerFlags))
        rows.append((say("自行加入的第三方库", "Libraries to add by hand"), module.thirdParty.filter { !$0.included }.map(\.title)))
        rows.append((say("已包含的第三方库", "Libraries inside of it"), module.thirdParty.filter(\.included).map(\.title)))
        rows.append((say("许可证", "Licence"), [module.licence]))
        let lines = rows.filter { !$0.1.isEmpty }.map { "* \($0.0): \(list($0.1))" }
        return "### \(module.name) \(module.version)\(title.isEmpty || title == module.name ? "" : " · \(title)")\n\n\(why(module))\n\n"
            + lines.joined(separator: "\n") + notes(words?.notes.text(in: language) ?? "")
    }

    private func why(_ module: ManifestModule) -> String {
        let needed = say("被需要：", "Needed by ") + list(module.requiredBy)
        if !module.direct { return needed }
        return say("直接选择。", "Chosen.") + (module.requiredBy.isEmpty ? "" : " \(needed)")
    }

    private func notes(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "> \(String($0).commented)" }
        return "\n\n\(say("更新说明", "What changed")):\n\n" + lines.joined(separator: "\n")
    }

    // MARK: verification

    private var verification: String {
        let archive = say(
            "压缩包的 SHA-256 在控制台的包页面上，也是下载时的 ETag。`BuildConfig.json` 里每个模块的 `sha256` 是模块文件在控制台里的 SHA-256",
            "The archive's SHA-256 is on the package's page in the console, and is the ETag of its download. In `BuildConfig.json` the `sha256` of a module is that of its file as the console has it"
        )
        let files =
            manifest.platform == .ios
            ? say(
                "；这里的 framework 是从它解开的，逐个文件用 `unzip -t` 校验。",
                "; the frameworks here were unpacked from it, and `unzip -t` checks each of their files."
            )
            : say("，`sha256sum libs/*` 应与之相同。", "; `sha256sum libs/*` has to give the same.")
        return "## \(say("校验", "Verifying"))\n\n\(archive)\(files)"
    }
}
