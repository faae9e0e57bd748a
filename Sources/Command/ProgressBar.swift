import Foundation

/// One line on standard error that fills up; silent unless a person is watching.
struct ProgressBar {
    private let name: String
    private let total: Int
    private let visible = isatty(STDERR_FILENO) == 1
    private var done = 0

    init(name: String, total: Int) {
        self.name = name
        self.total = max(total, 1)
    }

    mutating func advance(by amount: Int) {
        done += amount
        guard visible else { return }
        let share = min(1, Double(done) / Double(total))
        let filled = Int(share * 30)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
        FileHandle.standardError.write(Data("\r\(name) [\(bar)] \(Int(share * 100))%".utf8))
    }

    func finish() {
        if visible { FileHandle.standardError.write(Data("\n".utf8)) }
    }
}
