import Storage

extension Connection {
    /// Switches that were edited and are not published yet.
    func draftedSwitches(of apps: [String]) throws -> [AppTally] {
        try tallies(
            "SELECT app_id, switch_key AS id, switch_key AS title, edited_at AS at FROM switch_draft WHERE app_id IN (\(SQL.list(apps)))"
        )
    }
}
