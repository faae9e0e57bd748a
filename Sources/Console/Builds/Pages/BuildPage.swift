import Foundation
import Web

/// What `Views/Builds/build` shows beside the build itself.
struct BuildPage: Codable, Sendable {
    let spokenVersion: String
    let icon: String?
    let retired: Bool
    let mayWork: Bool
    let qr: SafeHTML
    let link: InstallLinkBody
    let notesField: String
    /// Words such as `v1` one after the other.
    let schemes: String
    let deviceCount: Int
    /// The profile's entitlements by name.
    let rights: [Pair]
    let oddities: [Oddity]
    let hasComposition: Bool
    let days: [Day]
    let total: Int
    let delivery: String

    struct Pair: Codable, Sendable {
        let name: String
        let value: String
    }

    /// What is odd about the package, as a word of the catalogue, and where.
    struct Oddity: Codable, Sendable {
        let sentence: Message
    }

    /// How often it was taken on one day.
    struct Day: Codable, Sendable {
        let day: String
        let ios: Int
        let android: Int
        let harmony: Int
        let desktop: Int
        let total: Int
        let bar: SafeHTML
    }

    init(_ build: Build, _ link: InstallLink, _ counts: [InstallCount], total: Int, _ context: Context) throws {
        spokenVersion = build.spokenVersion
        icon = build.icon == nil ? nil : "/apps/\(build.app)/builds/\(build.id)/icon.png"
        retired = build.state == .retired
        mayWork = Policy.role(.operator).admits(context.viewer, app: build.app)
        qr = try InstallPicture.svg(build.installURL(context.publicURL))
        self.link = InstallLinkBody(link, context)
        notesField = context.filled("notes", build.notes)
        schemes = build.facts.signing.schemes.joined(separator: ", ")
        deviceCount = build.facts.signing.profile?.devices.count ?? 0
        rights = build.facts.signing.profile?.entitlements.sorted { $0.key < $1.key }.map { Pair(name: $0.key, value: $0.value) } ?? []
        oddities = build.facts.notes.map { Oddity(sentence: Message("builds.note.\($0.word)", ["entry": $0.entry])) }
        hasComposition = build.composition == .recorded
        days = Self.days(counts)
        self.total = total
        delivery = "/apps/\(build.app)/builds/\(build.id)/download"
    }

    private static func days(_ counts: [InstallCount]) -> [Day] {
        let byDay = Dictionary(grouping: counts, by: \.day)
        let most = byDay.values.map { $0.reduce(0) { $0 + $1.downloads } }.max() ?? 0
        return byDay.sorted { $0.key > $1.key }.map { day, counts in
            let of = Dictionary(counts.map { ($0.system, $0.downloads) }) { $0 + $1 }
            let total = of.values.reduce(0, +)
            return Day(
                day: day,
                ios: of[.ios] ?? 0,
                android: of[.android] ?? 0,
                harmony: of[.harmony] ?? 0,
                desktop: of[.desktop] ?? 0,
                total: total,
                bar: Bars.bar(most == 0 ? nil : Double(total) / Double(most), style: 1)
            )
        }
    }
}
