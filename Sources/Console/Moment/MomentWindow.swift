import Foundation
import Storage
import Web

/// A range of time as a query names it.
struct MomentWindow {
    let from: Date
    let to: Date
    /// The end as it is said: a window without one also takes lines from clocks that run ahead.
    let until: Date

    /// - Parameters:
    ///   - from: as ``Moment`` reads it; nil for `days` before the end.
    ///   - to: nil for now.
    /// - Throws: `invalid` for a time that cannot be read, or an end that is not behind its beginning.
    init(from: String?, to: String?, days: Int, _ context: Context) throws {
        let end = try Moment.read(to, "to", context.reader, isEnd: true)
        until = end ?? context.reader.now
        self.to = end ?? until.addingTimeInterval(600)
        self.from = try Moment.read(from, "from", context.reader) ?? until.addingTimeInterval(-Double(days) * 86_400)
        guard self.from < self.to else { throw Problem.invalid("to", "moment.order") }
    }

    var milliseconds: Range<Int> {
        from.milliseconds..<to.milliseconds
    }
}
