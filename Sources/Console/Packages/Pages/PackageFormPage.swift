import Foundation
import Web

/// What `Views/Packages/form` shows: what a package can be made of.
struct PackageFormPage: Codable, Sendable {
    let fields: PackageFieldsView
    let platforms: [Tab]
    let baselines: [Baseline]
    let groups: [Group]
    /// Ticked, but not among what was searched for: kept as hidden fields.
    let kept: [PackagePick]
    /// The package whose choice it began with.
    let from: OrNull<PackageReference>
    /// Whether the platform has any module.
    let offers: Bool
    /// How many are ticked.
    let ticked: Int

    struct Tab: Codable, Sendable {
        let platform: Platform
        let href: String
        let chosen: Bool
    }

    struct Baseline: Codable, Sendable {
        let name: String
        let newest: Bool
        let chosen: Bool
    }

    struct Group: Codable, Sendable {
        let group: ModuleGroup
        let rows: [Row]
    }

    struct Row: Codable, Sendable {
        let name: String
        let title: String
        let description: String
        let chosen: Bool
        /// Of the newest version that is offered.
        let latest: String
        let size: OrNull<Int>
        let deprecated: Bool
        /// Nothing but withdrawn or bad versions.
        let gone: Bool
        /// Empty when there are so many modules that a form cannot hold a choice for each.
        let versions: [Version]
    }

    struct Version: Codable, Sendable {
        let version: String
        let deprecated: Bool
        /// Withdrawn or bad: shown only because it was asked for.
        let gone: Bool
        let chosen: Bool
    }
}

/// The fields that are no list.
struct PackageFieldsView: Codable, Sendable {
    let platform: String
    let baseline: String
    let minimumOS: String
    let accepted: [String]
    let q: String

    init(_ fields: PackageFields) {
        platform = fields.platform
        baseline = fields.baseline
        minimumOS = fields.minimumOS
        accepted = fields.accepted
        q = fields.q
    }
}

/// A ticked module as a hidden field.
struct PackagePick: Codable, Sendable {
    let name: String
    /// Empty for whichever fits.
    let version: String

    init(_ name: String, in fields: PackageFields) {
        self.name = name
        version = fields.version(of: name)
    }
}

extension PackageFormPage {
    /// A form has a thousand fields at most, and a module takes two.
    private static let mostChoices = 450

    init(_ fields: PackageFields, _ offer: PackageOffer, from: Package?, _ app: App, _ context: Context) {
        let ticked = Set(fields.modules)
        let found = offer.modules.filter { $0.matches(fields.q) }
        let names = Set(found.map(\.module.name))
        let chooses = found.count <= Self.mostChoices
        self.fields = PackageFieldsView(fields)
        platforms = app.platforms.map { Tab($0.platform, fields.platform, app) }
        baselines = offer.baselines.enumerated().map { Baseline(name: $1, newest: $0 == 0, chosen: $1 == fields.baseline) }
        groups = ModuleGroup.allCases.compactMap { group in
            let rows = found.filter { $0.module.group == group }.map {
                Row($0, ticked.contains($0.module.name), fields.version(of: $0.module.name), chooses, context.reader.language)
            }
            return rows.isEmpty ? nil : Group(group: group, rows: rows)
        }
        kept = ticked.subtracting(names).sorted().map { PackagePick($0, in: fields) }
        self.from = OrNull(from.map { PackageReference(id: $0.id, number: $0.number, version: $0.version) })
        offers = !offer.modules.isEmpty
        self.ticked = ticked.count
    }
}

extension PackageFormPage.Tab {
    fileprivate init(_ platform: Platform, _ chosen: String, _ app: App) {
        self.init(platform: platform, href: "/apps/\(app.id)/packages/new?platform=\(platform.rawValue)", chosen: platform.rawValue == chosen)
    }
}

extension PackageFormPage.Row {
    fileprivate init(_ offered: PackageOffer.Item, _ chosen: Bool, _ wanted: String, _ chooses: Bool, _ language: Language) {
        let newest = offered.versions.first(where: \.isOffered)
        self.init(
            name: offered.module.name,
            title: offered.module.title.text(in: language),
            description: offered.module.description.text(in: language),
            chosen: chosen,
            latest: newest?.version ?? "",
            size: OrNull(newest?.artifact.size),
            deprecated: newest?.state == .deprecated,
            gone: newest == nil,
            versions: chooses || chosen ? Self.choices(offered.versions, wanted) : []
        )
    }

    /// Those that are offered, and the one that was asked for, whatever became of it.
    private static func choices(_ versions: [ModuleVersion], _ wanted: String) -> [PackageFormPage.Version] {
        let known = versions.filter { $0.isOffered || $0.version == wanted }.map {
            PackageFormPage.Version(version: $0.version, deprecated: $0.state == .deprecated, gone: !$0.isOffered, chosen: $0.version == wanted)
        }
        if wanted.isEmpty || known.contains(where: \.chosen) { return known }
        return known + [PackageFormPage.Version(version: wanted, deprecated: false, gone: true, chosen: true)]
    }
}
