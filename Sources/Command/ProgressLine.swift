import Console
import Foundation
import Synchronization

/// What something long is doing: a bar for each step where a person is watching, nothing otherwise.
final class ProgressLine: Sendable {
    private let last = Mutex(MovingState())
    private let visible = isatty(STDERR_FILENO) == 1

    func show(_ state: MovingState) {
        guard visible, !state.step.isEmpty else { return }
        let before = last.withLock { last in
            defer { last = state }
            return last
        }
        guard before != state else { return }
        let share = state.total > 0 ? " \(min(100, state.done * 100 / state.total)) %" : state.done > 0 ? " \(state.done)" : ""
        let start = before.step.isEmpty || before.step == state.step ? "\r" : "\n"
        FileHandle.standardError.write(Data("\(start)\(state.step)\(share)".utf8))
    }

    func finish() {
        if visible, last.withLock({ !$0.step.isEmpty }) { FileHandle.standardError.write(Data("\n".utf8)) }
    }
}
