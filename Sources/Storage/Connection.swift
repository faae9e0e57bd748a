import Foundation

/// An open connection inside a read or a transaction. Valid only in the closure it was given to.
///
/// SQL texts are of the dialect that both engines share; where their words differ a text holds one in braces: `{for update}`,
/// `{for share}`, `{for update skip locked}` are the clauses on PostgreSQL and nothing on SQLite, where every write is alone.
public struct Connection {
    let session: any Session

    /// Runs a statement that returns nothing.
    /// - Returns: how many rows it changed.
    @discardableResult
    public func run(_ sql: SQL) throws -> Int {
        try session.run(sql)
    }

    /// All rows, each made into a value.
    public func all<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try session.each(sql) { row in
            values.append(try make(row))
            return true
        }
        return values
    }

    /// The first row made into a value, or nil when there is none.
    public func first<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> Value? {
        var value: Value?
        try session.each(sql) { row in
            value = try make(row)
            return false
        }
        return value
    }

    /// The first column of the first row.
    public func value<Value: SQLConvertible>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        try first(sql) { try $0[0] }
    }

    /// Prepares a statement for many runs; `?` stands where values are bound.
    public func prepare(_ text: StaticString) throws -> Statement {
        Statement(statement: try session.prepare("\(text)"))
    }

    /// The database's own clock, the same for every node: for leases and heartbeats. What happened when is the `Clock`'s to say.
    public func now() throws -> Date {
        Date(milliseconds: Int(try session.now()))
    }

    /// Tells every node, this one too, when this transaction is committed. It may be lost while a node is not connected
    /// (it then hears `mayHaveMissed`), so it is a reason to look, never the news itself.
    /// - Parameters:
    ///   - topic: a word without spaces.
    ///   - detail: what it is about; with the topic at most 7,000 bytes.
    public func announce(_ topic: String, _ detail: String = "") throws {
        try session.announce(topic, detail)
    }
}

/// What a node hears of the others.
public enum Announcement: Sendable, Equatable {
    case said(topic: String, detail: String)
    /// The connection was new or is new again: something may have been said in between.
    case mayHaveMissed
}
