import Foundation
import Web

/// What the page of a version shows beside it.
struct ModuleVersionPage: Codable, Sendable {
    let path: String
    let titleText: String
    let notesText: String
    let mark: ModuleMark
    let dependencies: [ModuleNeed]
    let conflicts: [Conflict]
    /// What the file is called where it is saved.
    let fileName: String
    /// How many packages hold it.
    let holders: PackageHolders
    let usage: String
    let may: May

    struct Conflict: Codable, Sendable {
        let module: String
        let versions: String
        let reason: String
    }

    /// What the viewer can do with it now.
    struct May: Codable, Sendable {
        let deprecate: Bool
        let withdraw: Bool
        let restore: Bool
        let mark: Bool
        let clear: Bool
    }

    init(_ version: ModuleVersion, _ module: Module, holders: PackageHolders, _ context: Context) {
        let language = context.reader.language
        path = version.place.path
        titleText = module.title.text(in: language)
        notesText = version.notes.text(in: language)
        mark = ModuleMark(version.state, bad: version.bad.value != nil)
        dependencies = version.needs.dependencies.map(ModuleNeed.init)
        conflicts = version.needs.conflicts.map {
            Conflict(module: $0.module, versions: $0.versions == "*" ? "" : $0.versions, reason: $0.reason.text(in: language))
        }
        fileName = version.fileName
        self.holders = holders
        usage = version.usage
        may = context.mayRelease ? May(version) : May(deprecate: false, withdraw: false, restore: false, mark: false, clear: false)
    }
}

extension ModuleVersionPage.May {
    fileprivate init(_ version: ModuleVersion) {
        let isBad = version.bad.value != nil
        self.init(
            deprecate: version.state.next.contains(.deprecated),
            withdraw: version.state.next.contains(.withdrawn),
            restore: version.state.next.contains(.current),
            mark: !isBad,
            clear: isBad
        )
    }
}

extension ModuleVersion {
    /// What its file is called where it is saved.
    var fileName: String {
        let ending = [.framework, .xcframework].contains(artifact.kind) ? "\(artifact.kind.rawValue).zip" : artifact.kind.rawValue
        return "\(module)-\(version).\(ending)"
    }

    /// The page of who has it.
    fileprivate var usage: String { "/modules/\(module)/usage?version=\(version)&platform=\(platform.rawValue)" }
}

/// The page before a version is taken out of use: what it will come to.
struct ModuleReview: Codable, Sendable {
    let module: String
    let version: String
    let platform: Platform
    let path: String
    let mark: ModuleMark
    /// How many packages hold it.
    let holders: PackageHolders
    let usage: String
    let baselines: [String]
    /// Modules that need it, in whatever version.
    let dependents: [ModuleDependent]
    /// The version that is left for those who come; empty when it is the last.
    let left: String
    let reason: String
    let replacement: String
    /// Names of modules to choose from.
    let others: [String]

    init(_ version: ModuleVersion, _ detail: ModuleDetail, holders: PackageHolders, baselines: [String], others: [String], _ context: Context) {
        module = version.module
        self.version = version.version
        platform = version.platform
        path = version.place.path
        mark = ModuleMark(version.state, bad: version.bad.value != nil)
        self.holders = holders
        usage = version.usage
        self.baselines = baselines
        dependents = detail.dependents.filter { $0.platform == version.platform }
        let rest = detail.versions.filter { $0.platform == version.platform && $0.version != version.version }
        left = rest.first { $0.state != .withdrawn && $0.bad.value == nil }?.version ?? ""
        reason = context.filled("reason", version.state == .deprecated ? version.reason : "")
        replacement = context.filled("replacement", version.replacement.value ?? "")
        self.others = others
    }
}
