import Foundation
import Storage

extension Double {
    /// A percentage in hundredths.
    var hotpatchBuckets: Int { RolloutShare(percentage: self, salt: "").limit }
}

extension HotpatchPlan {
    init(_ row: Row) throws {
        platform = try row["platform"]
        targetVersions = try RolloutText.read(try row["target_versions"])
        note = try row["note"]
        percentage = Double(try row["buckets"] as Int) / 100
        rules = try RolloutText.read(try row["rules"])
        format = try row["format"]
        runAt = try row["run_at"]
        guardMode = try row["guard"]
        opensAt = try row["opens_at"]
        endsAt = try row["ends_at"]
    }
}

extension Hotpatch {
    init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            number: try row["number"],
            plan: try HotpatchPlan(row),
            script: HotpatchSource(
                blob: try row["script"],
                name: try row["script_name"],
                size: try row["script_size"],
                language: try row["language"]
            ),
            salt: try row["salt"],
            kept: try row["state"],
            revision: try row["revision"],
            replaced: try RolloutText.read(try row["replaced"]),
            firstPercentage: try (row["first_buckets"] as Int?).map { Double($0) / 100 },
            mostPercentage: Double(try row["most_buckets"] as Int) / 100,
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            publishedAt: try row["published_at"],
            publicURL: try row["public_url"],
            finding: try row["finding"],
            named: try (row["named"] as Int?) ?? 0
        )
    }
}
