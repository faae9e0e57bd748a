import Foundation

/// What a page that follows something long hears: `changed` whenever what it shows did, on whatever node that happened.
enum LiveChanges {
    /// Ends with what is followed; at once when that is over already or not there.
    /// - Parameters:
    ///   - period: how often is asked.
    ///   - look: tells what there is now; nil when it is gone.
    static func stream<Mark: LiveMark>(
        every period: Duration = .seconds(1),
        _ look: @escaping @Sendable () async throws -> Mark?
    ) -> AsyncStream<String> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = Task {
                var known: Mark?
                repeat {
                    do {
                        let found = try await look()
                        let isOver = found?.isOver ?? true
                        if isOver || (known != nil && found != known) { continuation.yield("changed") }
                        if isOver { break }
                        known = found
                    } catch {
                        // While the database is away nothing is known.
                    }
                    try? await Task.sleep(for: period)
                } while !Task.isCancelled
                continuation.finish()
            }
            continuation.onTermination = { _ in watch.cancel() }
        }
    }
}

/// What changes when something that is followed does: when two are equal, nothing has happened between.
protocol LiveMark: Equatable, Sendable {
    var isOver: Bool { get }
}
