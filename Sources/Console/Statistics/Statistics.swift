import Foundation
import Storage

/// The figures of apps, read from the roll-ups: what a question costs depends on the range asked for, never on how many lines were received.
///
/// Each verb is one consistent read.
public struct Statistics: Sendable {
    let database: Database
    let memory = StatisticsMemory()

    public init(database: Database) {
        self.database = database
    }
}
