import Foundation
import Storage
import Web

extension Connection {
    /// Those that are there already stay as they are.
    func insertJobLines(_ lines: [JobLog.Line], of run: JobRun) throws {
        let (now, moment) = (try now(), ContinuousClock.now)
        for start in stride(from: 0, to: lines.count, by: 100) {
            let rows = try lines[start..<min(start + 100, lines.count)].map { line -> SQL in
                let at = now.addingTimeInterval(-((moment - line.at) / .seconds(1)))
                return "(\(run.job), \(line.number), \(at), \(line.message.key), \(try Self.text(line.message.arguments)))"
            }
            let values = rows.dropFirst().reduce(rows[0]) { "\($0), \($1)" }
            try self.run("INSERT INTO job_line (job, number, at, word, arguments) VALUES \(values) ON CONFLICT (job, number) DO NOTHING")
        }
    }

    private static func text(_ arguments: [String: String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(arguments), as: UTF8.self)
    }

    /// In order.
    func jobLines(of job: String, after number: Int, limit: Int) throws -> [JobLine] {
        try all(
            "SELECT number, at, word, arguments FROM job_line WHERE job = \(job) AND number > \(number) ORDER BY number LIMIT \(limit)",
            JobLine.init
        )
    }

    /// The last ones, the newest first.
    func lastJobLines(of job: String, limit: Int) throws -> [JobLine] {
        try all("SELECT number, at, word, arguments FROM job_line WHERE job = \(job) ORDER BY number DESC LIMIT \(limit)", JobLine.init)
    }

    func countJobLines(of job: String) throws -> Int {
        try value("SELECT count(*) FROM job_line WHERE job = \(job)") ?? 0
    }

    /// Its number; 0 when there is none.
    func lastJobLine(of job: String) throws -> Int {
        try value("SELECT coalesce(max(number), 0) FROM job_line WHERE job = \(job)") ?? 0
    }

    /// What a page of the job depends on; nil when there is no such job.
    func jobMark(_ job: String) throws -> JobMark? {
        let last = try lastJobLine(of: job)
        return try first("SELECT state, attempts, progress, step FROM job WHERE id = \(job)") {
            JobMark(state: try $0["state"], attempts: try $0["attempts"], progress: try $0["progress"], step: try $0["step"], line: last)
        }
    }
}

/// When two are equal, nothing has happened between.
struct JobMark: Equatable, Sendable {
    let state: JobState
    let attempts: Int
    let progress: Int
    let step: String
    let line: Int
}

extension JobLine {
    fileprivate init(_ row: Row) throws {
        let arguments: String = try row["arguments"]
        let read = try JSONDecoder().decode([String: String].self, from: Data(arguments.utf8))
        self.init(number: try row["number"], at: try row["at"], message: Message(try row["word"], read))
    }
}
