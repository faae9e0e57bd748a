import Foundation
import Web

/// What the page of all baselines shows beside the list.
struct ModuleBaselineListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [PlatformRow]
    let filtered: Bool
    let mayEdit: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let platform: Platform
        let name: String
        let notes: String
        let path: String
        let modules: Int
        let createdAt: Date
        let createdBy: String
    }

    struct PlatformRow: Codable, Sendable {
        let platform: Platform
        let chosen: Bool
    }

    init(_ list: List<ModuleBaseline>, _ query: ModuleBaselineRoutes.ListQuery, _ pager: Pager, _ context: Context) {
        rows = list.items.map { Row($0, context.reader.language) }
        platforms = Platform.allCases.map { PlatformRow(platform: $0, chosen: $0 == query.platform) }
        filtered = query.platform != nil
        mayEdit = context.mayRelease
        self.pager = pager
    }
}

extension ModuleBaselineListPage.Row {
    fileprivate init(_ baseline: ModuleBaseline, _ language: Language) {
        self.init(
            platform: baseline.platform,
            name: baseline.name,
            notes: baseline.notes.text(in: language),
            path: baseline.path,
            modules: baseline.entries.count,
            createdAt: baseline.createdAt,
            createdBy: baseline.createdBy
        )
    }
}

/// What the page of one shows beside it.
struct ModuleBaselinePage: Codable, Sendable {
    let path: String
    let text: String
    let rows: [Row]
    /// How many.
    let modules: Int
    /// Bytes of all artifacts.
    let size: Int
    let hasOthers: Bool
    let mayEdit: Bool

    struct Row: Codable, Sendable {
        let module: String
        let title: String
        let version: String
        let href: String
        let size: Int
        let mark: ModuleMark
    }

    init(_ baseline: ModuleBaseline, _ index: ModuleIndex, _ context: Context) {
        let catalogue = index.catalogue(baseline.platform)
        path = baseline.path
        text = baseline.notes.text(in: context.reader.language)
        rows = baseline.entries.compactMap { entry in
            catalogue.version(entry.version, of: entry.module).map { version in
                Row(
                    module: entry.module,
                    title: index.module(entry.module)?.title.text(in: context.reader.language) ?? "",
                    version: entry.version,
                    href: version.place.path,
                    size: version.artifact.size,
                    mark: ModuleMark(version.state, bad: version.bad.value != nil)
                )
            }
        }
        modules = rows.count
        size = rows.reduce(0) { $0 + $1.size }
        hasOthers = index.baselines(baseline.platform).count > 1
        mayEdit = context.mayRelease
    }
}

/// What the comparison shows beside the difference.
struct ModuleBaselineComparePage: Codable, Sendable {
    let path: String
    let others: [Other]

    struct Other: Codable, Sendable {
        let name: String
        let chosen: Bool
    }
}

/// The form of a new one, with what was typed.
struct ModuleBaselineForm: Codable, Sendable {
    let name: String
    let notesZh: String
    let notesEn: String
    let modules: String
    let platforms: [ModuleBaselineListPage.PlatformRow]
    let sources: [Source]
    let wrong: Wrong

    struct Source: Codable, Sendable {
        let source: ModuleBaselineSource
        let chosen: Bool
    }

    /// What is said beside fields whose names have dots, and all that is said about the lines.
    struct Wrong: Codable, Sendable {
        let notesZh: Message?
        let notesEn: Message?
        let modules: [Message]
    }

    init(_ query: ModuleBaselineRoutes.NewQuery, _ context: Context) {
        name = context.filled("name")
        notesZh = context.filled("notes.zh")
        notesEn = context.filled("notes.en")
        modules = context.filled("modules", query.modules ?? "")
        let platform = context.filled("platform", (query.platform ?? .ios).rawValue)
        platforms = Platform.allCases.map { .init(platform: $0, chosen: $0.rawValue == platform) }
        let source = context.filled("from", (query.modules == nil ? ModuleBaselineSource.newest : .entries).rawValue)
        sources = ModuleBaselineSource.allCases.map { Source(source: $0, chosen: $0.rawValue == source) }
        wrong = Wrong(
            notesZh: context.rejection("notes.zh"),
            notesEn: context.rejection("notes.en"),
            modules: context.rejections.filter { $0.field == "modules" }.map(\.message)
        )
    }
}
