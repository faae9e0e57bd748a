import Foundation
import Remote
import Synchronization

/// How far downloads are: one bar on standard error for all of them, where a person is watching; and lines about what is done.
final class SDKProgress: Sendable {
    private let state = Mutex(State())
    private let visible = isatty(STDERR_FILENO) == 1
    private let isQuiet: Bool

    private struct State {
        var total = 0
        var done = 0
        var percent = -1
    }

    /// - Parameter isQuiet: without the lines, because standard output is for a document.
    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func begin(_ bytes: Int) {
        state.withLock { $0 = State(total: max(bytes, 1)) }
    }

    func show(_ bytes: Int) {
        state.withLock { state in
            state.done = bytes
            let percent = min(100, bytes * 100 / state.total)
            guard visible, percent != state.percent else { return }
            state.percent = percent
            draw(state)
        }
    }

    /// The same where one number says what all of it is.
    func show(_ bytes: Int, of all: Int) {
        if state.withLock({ $0.total != max(all, 1) }) { begin(all) }
        show(bytes)
    }

    func say(_ lines: [String]) {
        guard !isQuiet else { return }
        state.withLock { state in
            clear()
            // Not `print`, which a pipe would get only at the end.
            for line in lines { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
            if visible, state.percent >= 0 { draw(state) }
        }
    }

    func finish() {
        state.withLock { state in
            clear()
            state.percent = -1
        }
    }

    private func draw(_ state: State) {
        let filled = state.percent * 30 / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
        let size = Int64(state.total).formatted(.byteCount(style: .decimal))
        FileHandle.standardError.write(Data("\r\u{1B}[K[\(bar)] \(state.percent) % of \(size)".utf8))
    }

    private func clear() {
        if visible { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
