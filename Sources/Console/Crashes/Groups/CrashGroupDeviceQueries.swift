import Storage

extension Connection {
    /// The devices that reported a group's crashes, as a statement of one column, for other rooms' statements: it may be 100,000 of them.
    /// - Returns: nil when there is no such group. One that was merged is the one that has its reports.
    func devicesOfCrashGroup(_ app: String, _ id: String) throws -> SQL? {
        guard let group = try crashGroup(app, id) else { return nil }
        return "SELECT device FROM crash_group_device WHERE app_id = \(app) AND group_id = \(group.id) AND device <> ''"
    }
}
