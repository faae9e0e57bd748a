import Foundation

/// The tasks that are not done yet, on disk. Written as a whole and atomically.
struct DiagnosisKept: Codable, Equatable {
    /// The oldest first. At most 20.
    private(set) var tasks: [DiagnosisTask] = []

    /// Takes over what the console asks for. A task that it gives another address to is begun anew.
    ///
    /// - Returns: the tasks that are not wanted in their old form any more, and those that there is no room for.
    mutating func take(_ offered: [DiagnosisTask]) -> [DiagnosisTask] {
        var replaced: [DiagnosisTask] = []
        for task in offered where !tasks.contains(task) {
            replaced += tasks.filter { $0.id == task.id }
            tasks.removeAll { $0.id == task.id }
            tasks.append(task)
            replaced += tasks.dropLast(20)
            tasks = tasks.suffix(20)
        }
        return replaced
    }

    mutating func finish(_ task: DiagnosisTask) {
        tasks.removeAll { $0 == task }
    }

    /// Nothing if there is no file, or none that can be read.
    static func kept(in file: URL) -> DiagnosisKept {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(DiagnosisKept.self, from: $0) } ?? DiagnosisKept()
    }

    /// What the disk does not take is asked for again by the console.
    func write(_ file: URL) {
        try? JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}
