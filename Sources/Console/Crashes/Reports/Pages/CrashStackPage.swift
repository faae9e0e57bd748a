import Formats
import Web

/// One stack as the page shows it: of a thread, or of something thrown.
struct CrashStackPage: Codable, Sendable {
    /// What was thrown; nil for a thread.
    let thrown: Thrown?
    let thread: Thread?
    let rows: [Row]
    /// Frames that are not shown.
    let more: Int?
    /// Frames of the app in it.
    let own: Bool

    struct Thrown: Codable, Sendable {
        let type: String
        let message: String
        let relation: CrashReport.Relation
        /// It is the first.
        let isCause: Bool
        let common: Int?
        let circular: Bool
    }

    struct Thread: Codable, Sendable {
        let number: String
        let name: String
        let queue: String
        let crashed: Bool
    }

    struct Row: Codable, Sendable {
        let index: String
        let module: String
        /// The function, or where it would be.
        let name: String
        let named: Bool
        /// `Cart.swift:12`.
        let spot: String
        /// With its folders.
        let file: String
        let address: String
        let inApp: Bool
        let inlined: Bool
    }

    /// Frames of one stack: what recursed deeper says the same again.
    private static let most = 200

    /// - Parameter room: frames that the page has place for.
    init(_ thrown: CrashReadingBody.Thrown, room: inout Int) {
        self.thrown = Thrown(
            type: thrown.type,
            message: thrown.message,
            relation: thrown.relation,
            isCause: thrown.relation != .uncaught,
            common: thrown.commonFrames > 0 ? thrown.commonFrames : nil,
            circular: thrown.circular
        )
        thread = nil
        (rows, more, own) = Self.rows(thrown.frames, &room)
    }

    init(_ thread: CrashReadingBody.Thread, room: inout Int) {
        thrown = nil
        self.thread = Thread(number: "\(thread.number)", name: thread.name, queue: thread.queue, crashed: thread.crashed)
        (rows, more, own) = Self.rows(thread.frames, &room)
    }

    private static func rows(_ frames: [CrashReadingBody.Frame], _ room: inout Int) -> (rows: [Row], more: Int?, own: Bool) {
        let shown = frames.prefix(min(most, max(0, room)))
        room -= shown.count
        let more = frames.count > shown.count ? frames.count - shown.count : nil
        return (shown.enumerated().map(Row.init), more, frames.contains(where: \.inApp))
    }
}

extension CrashStackPage.Row {
    fileprivate init(_ index: Int, _ frame: CrashReadingBody.Frame) {
        let place = frame.offset.value.map { "+ \($0)" } ?? frame.address.value ?? ""
        self.init(
            index: "\(index)",
            module: frame.module,
            name: frame.function.isEmpty ? place : frame.function,
            named: !frame.function.isEmpty,
            spot: frame.spot,
            file: frame.file,
            address: frame.address.value ?? "",
            inApp: frame.inApp,
            inlined: frame.inlined
        )
    }
}
