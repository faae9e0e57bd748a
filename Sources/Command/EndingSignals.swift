import Dispatch
import Foundation

/// What happens on SIGTERM and Ctrl-C instead of the process ending at once.
struct EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter handler: run for each of them, the second one too.
    init(_ handler: @escaping @Sendable () -> Void) {
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }

    func cancel() {
        for source in sources { source.cancel() }
    }
}
