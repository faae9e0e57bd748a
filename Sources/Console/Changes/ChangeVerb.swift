import Logging
import Storage

extension Database {
    /// A verb on what nodes keep in memory: one transaction that raises the topic's version, then this node's own copy, before anybody is answered.
    ///
    /// What cannot be read just after the commit is read later, by ``Changes``: the verb is done all the same.
    /// - Parameter refresh: takes up the new version here.
    @discardableResult
    func change<Value: Sendable>(
        _ topic: ChangeTopic,
        _ body: @escaping @Sendable (Connection) throws -> Value,
        then refresh: () async throws -> Void
    ) async throws -> Value {
        let value = try await write { connection in
            let value = try body(connection)
            try connection.changed(topic)
            return value
        }
        do {
            try await refresh()
        } catch {
            Logger(label: "changes").warning("read later", metadata: ["topic": "\(topic)", "error": "\(error)"])
        }
        return value
    }
}
