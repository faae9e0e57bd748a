import Storage

extension Connection {
    /// Messages that wait for a second person.
    func askedPushMessages(of apps: [String]) throws -> [AppTally] {
        try tallies(
            """
            SELECT m.app_id, m.id, CASE WHEN m.name <> '' THEN m.name ELSE m.title END AS title, a.asked_at AS at FROM push_approval a
            JOIN push_message m ON m.app_id = a.app_id AND m.id = a.message_id
            WHERE a.app_id IN (\(SQL.list(apps)))
            """
        )
    }
}
