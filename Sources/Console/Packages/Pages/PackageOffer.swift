import Foundation
import Web

/// What a platform's packages can be made of.
struct PackageOffer: Sendable {
    /// By name.
    let modules: [Item]
    /// Names, newest first.
    let baselines: [String]

    struct Item: Sendable {
        let module: Module
        /// Newest first.
        let versions: [ModuleVersion]

        /// Whether every word is somewhere in the names or the descriptions of both languages.
        func matches(_ search: String) -> Bool {
            let text = [
                module.name, module.title.zh, module.title.en, module.description.zh, module.description.en,
            ].joined(separator: " ").lowercased()
            return search.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }
        }
    }

    init(_ index: ModuleIndex, _ platform: Platform) {
        let catalogue = index.catalogue(platform)
        modules = index.modules.compactMap { module in
            let versions = catalogue.versions(of: module.name)
            return versions.isEmpty ? nil : Item(module: module, versions: versions)
        }
        baselines = index.baselines(platform).map(\.name)
    }
}
