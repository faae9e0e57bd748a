import Storage

extension Connection {
    /// Live releases in their first step whose devices include some to be left out, and of which failed releases: those after which they are the first or
    /// second that was published on their platform.
    func hotpatchesToSpare() throws -> [HotpatchSparedRelease: [String]] {
        let rows = try all(
            """
            SELECT n.app_id, n.id, f.id FROM hotpatch_release n
            JOIN hotpatch_release f ON f.app_id = n.app_id AND f.platform = n.platform
            WHERE n.state IN ('running', 'paused') AND (n.first_buckets IS NULL OR n.buckets <= n.first_buckets)
                AND f.state IN ('halted', 'rolledBack') AND f.published_at < n.published_at
                AND (
                    SELECT count(*) FROM hotpatch_release b WHERE b.app_id = n.app_id AND b.platform = n.platform AND b.state <> 'draft'
                        AND b.published_at > f.published_at AND b.published_at < n.published_at
                ) < 2
            ORDER BY n.app_id, n.id, f.id
            """
        ) { (HotpatchSparedRelease(app: try $0[0], release: try $0[1]), failed: try $0[2] as String) }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.failed) }
    }
}
