import Storage

extension Connection {
    /// Says, at the end of a verb's transaction, that what nodes keep of a topic is out of date.
    ///
    /// The topic's row stays locked until the commit. So versions are committed in their order, and who reads one sees all that led to it;
    /// to look for what is newer than the last one seen would miss what is committed late.
    func changed(_ topic: ChangeTopic) throws {
        try run(
            """
            INSERT INTO change_version (topic, version) VALUES (\(topic.rawValue), 1)
            ON CONFLICT (topic) DO UPDATE SET version = change_version.version + 1
            """
        )
        try announce(ChangeTopic.announced, topic.rawValue)
    }

    /// 0 for a topic that never changed.
    func version(of topic: ChangeTopic) throws -> Int {
        try value("SELECT version FROM change_version WHERE topic = \(topic.rawValue)") ?? 0
    }

    /// Of every topic that ever changed.
    func changeVersions() throws -> [ChangeTopic: Int] {
        let rows = try all("SELECT topic, version FROM change_version") { (try $0[0] as String, try $0[1] as Int) }
        // A newer console beside this one may know more topics.
        return Dictionary(uniqueKeysWithValues: rows.compactMap { name, version in ChangeTopic(rawValue: name).map { ($0, version) } })
    }
}

extension ChangeTopic {
    /// The word under which nodes tell each other; the topic is its detail.
    static let announced = "changed"
}
