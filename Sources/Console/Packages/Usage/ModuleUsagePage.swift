import Foundation
import Web

/// What the page of a module's users shows beside its JSON.
struct ModuleUsagePage: Codable, Sendable {
    let version: String
    let platforms: [Choice]
    /// Whether less than everything is asked for.
    let filtered: Bool
    let rows: [ModuleUsageShipment]
    let packed: [ModuleUsagePackage]
    /// More than is shown.
    let cut: Bool
    let limit: Int
    /// Versions among those asked for that were marked as bad.
    let bad: [Defect]
    let csv: String

    struct Choice: Codable, Sendable {
        let platform: Platform
        let chosen: Bool
    }

    struct Defect: Codable, Sendable {
        let version: String
        let platform: Platform
        let reason: String
        let at: Date
        let by: String
    }

    init(_ usage: ModuleUsage, _ query: ModuleUsageRoutes.Query, bad: [Defect], _ context: Context) {
        version = context.filled("version", query.version ?? "")
        platforms = Platform.allCases.map { Choice(platform: $0, chosen: $0 == query.platform) }
        filtered = query.version?.orNil != nil || query.platform != nil
        rows = usage.shipments
        packed = usage.packages
        cut = usage.totals.shipments > usage.shipments.count || usage.totals.packages > usage.packages.count
        limit = ModuleUsages.limit
        self.bad = bad
        let asked = Form([("version", query.version ?? ""), ("platform", query.platform?.rawValue ?? "")]).setting("", nil)
        csv = "/modules/\(PercentEncoding.encode(usage.module))/usage.csv" + (asked.fields.isEmpty ? "" : "?\(asked.encoded)")
    }
}

extension ModuleIndex {
    /// What was marked as bad among some versions of a module.
    func defects(of module: String, _ versions: String, _ platform: Platform?) -> [ModuleUsagePage.Defect] {
        guard let range = ModuleRange(versions) else { return [] }
        return Platform.allCases.filter { platform == nil || $0 == platform }.flatMap { platform in
            catalogue(platform).versions(of: module).filter { range.contains(RolloutVersion($0.version)) }.compactMap { version in
                version.bad.value.map {
                    ModuleUsagePage.Defect(version: version.version, platform: platform, reason: $0.reason, at: $0.at, by: $0.by)
                }
            }
        }
    }
}
