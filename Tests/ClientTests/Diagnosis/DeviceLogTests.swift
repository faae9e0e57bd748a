import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class DeviceLogTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "device-log-\(UUID().uuidString)")
    /// 2026-11-21 10:00:00 in Shanghai.
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_226_400))
    private let zone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func aLineSaysWhenHowMuchAndWhere() throws {
        let log = log()
        clock.withLock { $0 += 930.123 }
        log.write(.info, "login", "user\ncame\r\u{1}back")
        log.write(.error, "a]b", "中文")
        #expect(
            try text("2026-11-21-10.log")
                == "2026-11-21 10:15:30.123 [I] [login] user\\ncame\\r back\n2026-11-21 10:15:30.123 [E] [a)b] 中文\n"
        )
    }

    @Test func everyHourHasAFile() throws {
        let log = log()
        for hour in 0..<3 {
            log.write(.debug, "t", "\(hour)")
            clock.withLock { $0 += 3600 }
        }
        #expect(try names() == ["2026-11-21-10.log", "2026-11-21-11.log", "2026-11-21-12.log"])
        let start = Date(timeIntervalSince1970: 1_795_226_400)
        #expect(log.hours(from: start + 3600, to: start + 3601) == ["2026-11-21-11.log"])
        #expect(log.hours(from: start - 3600, to: start + 3600) == ["2026-11-21-10.log"])
        #expect(log.hours(from: start + 3600, to: start + 3600) == ["2026-11-21-11.log"])
        #expect(log.hours(from: start + 1, to: start) == [])
        #expect(try log.hours(from: .distantPast, to: .distantFuture) == names())
    }

    @Test func anotherStartGoesOnBehindALineThatWasCutOff() throws {
        log().write(.info, "t", "one")
        let file = directory.appending(path: "2026-11-21-10.log")
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("2026-11-21 10:00".utf8))
        try handle.close()
        let log = log()
        #expect(log.lines(of: "2026-11-21-10.log").count == 36)
        log.write(.info, "t", "two")
        let lines = try text("2026-11-21-10.log").split(separator: "\n")
        #expect(lines.count == 3 && lines[2].hasSuffix("[t] two"))
    }

    @Test func daysAndBytesAreBounded() throws {
        let log = log(DeviceLogLimits(days: 2, bytes: 4_000, lineBytes: 500))
        for _ in 0..<72 {
            log.write(.info, "t", String(repeating: "x", count: 100))
            clock.withLock { $0 += 3600 }
        }
        let sizes = try names().map { try Data(contentsOf: directory.appending(path: $0)).count }
        #expect(sizes.count < 48 && sizes.reduce(0, +) <= 4_000 && sizes.count > 20)
    }

    @Test func anHourHasAQuarterOfTheRoom() throws {
        let log = log(DeviceLogLimits(bytes: 4_000))
        for _ in 0..<100 { log.write(.info, "t", String(repeating: "x", count: 100)) }
        #expect(try text("2026-11-21-10.log").utf8.count <= 1_000)
        clock.withLock { $0 += 3600 }
        log.write(.info, "t", "next")
        let lines = try text("2026-11-21-11.log").split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("[W] [DeviceLog] 93 lines of the hour before had no room"))
    }

    @Test func aLongLineIsCutBetweenCharacters() throws {
        log(DeviceLogLimits(lineBytes: 10)).write(.info, "t", "中文中文中文")
        #expect(try text("2026-11-21-10.log").hasSuffix("[t] 中文中…\n"))
    }

    @Test func manyTasksWriteWholeLines() async throws {
        let log = log()
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for number in 0..<250 { log.write(.info, "t\(task)", "\(number) \(String(repeating: "y", count: number))") } }
            }
        }
        let lines = try text("2026-11-21-10.log").split(separator: "\n")
        #expect(lines.count == 2_000 && lines.allSatisfy { $0.hasPrefix("2026-11-21 10:00:00.000 [I] [t") })
    }

    @Test func filesOfOthersStay() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: directory.appending(path: "1999-notes.log"))
        log(DeviceLogLimits(bytes: 0)).write(.info, "t", "x")
        #expect(try names().contains("1999-notes.log"))
    }

    private func log(_ limits: DeviceLogLimits = DeviceLogLimits()) -> DeviceLog {
        DeviceLog(directory: directory, limits: limits, zone: { [zone] in zone }, now: { [self] in clock.withLock { $0 } })
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }
}
