import Foundation
import Web

/// What the page of a module shows beside it.
struct ModulePage: Codable, Sendable {
    let titleText: String
    let descriptionText: String
    let tables: [Table]
    let mayEdit: Bool
    let mayRemove: Bool

    /// The versions on one platform, newest first.
    struct Table: Codable, Sendable {
        let platform: Platform
        let count: Int
        let rows: [Row]
    }

    struct Row: Codable, Sendable {
        let version: String
        let href: String
        let mark: ModuleMark
        /// The newest that may be taken.
        let latest: Bool
        let replacement: String
        let reason: String
        let defect: String
        let notes: String
        let dependencies: [ModuleNeed]
        let minimumOS: String
        let size: Int
        let publishedAt: Date
        let publishedBy: String
    }

    init(_ detail: ModuleDetail, _ context: Context) {
        let language = context.reader.language
        titleText = detail.title.text(in: language)
        descriptionText = detail.description.text(in: language)
        tables = detail.platforms.map { item in
            let rows = detail.versions.filter { $0.platform == item.platform }.map { Row($0, latest: $0.version == item.latest, language) }
            return Table(platform: item.platform, count: rows.count, rows: rows)
        }
        mayEdit = context.mayRelease
        mayRemove = mayEdit && detail.versions.isEmpty
    }
}

extension ModulePage.Row {
    fileprivate init(_ item: ModuleVersionItem, latest: Bool, _ language: Language) {
        self.init(
            version: item.version,
            href: ModulePlace(platform: item.platform, module: item.module, version: item.version).path,
            mark: ModuleMark(item.state, bad: item.bad.value != nil),
            latest: latest,
            replacement: item.replacement.value ?? "",
            reason: item.reason,
            defect: item.bad.value?.reason ?? "",
            notes: item.notes.text(in: language),
            dependencies: item.needs.dependencies.map(ModuleNeed.init),
            minimumOS: item.needs.minimumOS,
            size: item.artifact.size,
            publishedAt: item.publishedAt,
            publishedBy: item.publishedBy
        )
    }
}

/// A module that another one needs.
struct ModuleNeed: Codable, Sendable {
    let module: String
    /// Empty where every version does.
    let versions: String

    init(_ dependency: ModuleDependency) {
        module = dependency.module
        versions = dependency.versions == "*" ? "" : dependency.versions
    }
}
