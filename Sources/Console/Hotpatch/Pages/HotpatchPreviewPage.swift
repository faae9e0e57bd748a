import Foundation
import Web

/// What `Views/Hotpatch/preview` shows beside the figures: the review before publication.
struct HotpatchPreviewPage: Codable, Sendable {
    let hotpatch: HotpatchView
    let facts: HotpatchFacts
    /// The share as a bar.
    let bar: SafeHTML
    let tables: [Table]
    let replacing: [Replacing]
    /// Logs told of no device lately.
    let nobody: Bool
    let mayPublish: Bool
    /// A second person will be asked.
    let asks: Bool
    /// The guard will have devices to compare with.
    let compared: Bool

    struct Table: Codable, Sendable {
        let element: RolloutElement
        let rows: [Row]
    }

    struct Row: Codable, Sendable {
        let part: RolloutPreviewPart
        let bar: SafeHTML
    }

    struct Replacing: Codable, Sendable {
        let patch: HotpatchReplacing
        let versions: String
    }

    init(_ hotpatch: HotpatchView, _ preview: HotpatchPreview, asks: Bool, _ app: App, _ context: Context) {
        self.hotpatch = hotpatch
        facts = HotpatchFacts(hotpatch)
        let audience = preview.audience
        bar = Bars.bar(audience.share.value)
        tables = [(.version, audience.versions), (.model, audience.models), (.osVersion, audience.osVersions)].map { element, parts in
            Table(element: element, rows: parts.map { Row(part: $0, bar: Bars.bar(Double($0.matching) / Double(max($0.devices, 1)))) })
        }
        replacing = preview.replaces.map { Replacing(patch: $0, versions: $0.versions.joined(separator: ", ")) }
        nobody = audience.examined == 0
        mayPublish = hotpatch.state == .draft && Policy.role(.releaser).admits(context.viewer, app: app.id)
        self.asks = asks
        compared = preview.control > 0
    }
}
