import Foundation
import Synchronization

/// The app's own log on the device: a file for each hour, bounded, and fetched by the console only by a diagnosis task (see ``Diagnosis``).
///
///     site.deviceLog.write(.info, "login", "user came back")
///
/// A line is `2026-11-23 10:15:30.123 [I] [login] user came back`, in the device's local time; line feeds inside are written as `\n`. Every line is written at
/// once and as a whole, so the end of the process costs none; after a loss of power the last ones may be missing. Writing takes some microseconds and never fails.
public final class DeviceLog: Sendable {
    /// How much it matters.
    public enum Level: String, Sendable, CaseIterable {
        case error = "E"
        case warning = "W"
        case info = "I"
        case debug = "D"
    }

    private struct State {
        var file: DeviceLogFile?
        /// Bytes of all files.
        var total = 0
        /// Lines of this hour that had no room.
        var dropped = 0
    }

    private let shelf: DeviceLogShelf
    private let limits: DeviceLogLimits
    private let zone: @Sendable () -> TimeZone
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// - Parameters:
    ///   - directory: for the log alone; made if missing. A log that cannot be written loses its lines.
    ///   - zone: where the device is now.
    ///   - now: the device's clock.
    public init(
        directory: URL,
        limits: DeviceLogLimits = DeviceLogLimits(),
        zone: @escaping @Sendable () -> TimeZone = { .current },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        shelf = DeviceLogShelf(directory: directory)
        self.limits = limits
        self.zone = zone
        self.now = now
        state = Mutex(State(total: shelf.prepare()))
    }

    /// Writes one line.
    ///
    /// - Parameter tag: the part of the app that says it.
    public func write(_ level: Level, _ tag: String, _ text: String) {
        let time = LogTime.text(now(), zone: zone())
        let line = DeviceLogLine.bytes(time, level, tag, text, limit: limits.lineBytes)
        state.withLock { write(line, time, &$0) }
    }

    private func write(_ line: [UInt8], _ time: String, _ state: inout State) {
        let name = DeviceLogShelf.name(time)
        if state.file?.name != name { turn(to: name, time, &state) }
        guard let file = state.file, file.size + line.count <= limits.bytes / 4 else {
            state.dropped += 1
            return
        }
        state.total += file.append(line)
        if state.total > limits.bytes { state.total = shelf.clear(before: oldest, bytes: limits.bytes, except: name) }
    }

    /// Begins another hour, and says in it what the one before had no room for.
    private func turn(to name: String, _ time: String, _ state: inout State) {
        let dropped = state.dropped
        (state.file, state.dropped) = (shelf.open(name), 0)
        state.total = shelf.clear(before: oldest, bytes: limits.bytes, except: name)
        guard dropped > 0, let file = state.file else { return }
        let words = "\(dropped) lines of the hour before had no room"
        state.total += file.append(DeviceLogLine.bytes(time, .warning, "DeviceLog", words, limit: limits.lineBytes))
    }

    /// The name before which files are too old.
    private var oldest: String {
        DeviceLogShelf.name(LogTime.text(now() - Double(limits.days) * 86_400, zone: zone()))
    }

    /// The hours of a time range that there are files of, the earliest first. The hour that begins when the range ends is not one of them.
    func hours(from: Date, to: Date) -> [String] {
        guard from <= to else { return [] }
        let zone = zone()
        let first = DeviceLogShelf.name(LogTime.text(from, zone: zone))
        let last = DeviceLogShelf.name(LogTime.text(max(from, to - 0.001), zone: zone))
        return shelf.names.filter { first <= $0 && $0 <= last }
    }

    /// The whole lines of an hour; none if the file is gone by now.
    func lines(of name: String) -> [UInt8] {
        let bytes = shelf.bytes(of: name)
        return Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)])
    }

    /// The distance from UTC of the lines' times, such as `+08:00`.
    func offset(at time: Date) -> String {
        LogTime.offset(of: zone(), at: time)
    }

    /// What is sent where there is no line of the time that is asked for: so that whoever asks sees that the device did what it was told.
    func nothing(since time: Date) -> (name: String, lines: [UInt8]) {
        let text = LogTime.text(time, zone: zone())
        let words = "this device has no lines of the time that was asked for"
        return (DeviceLogShelf.name(text), DeviceLogLine.bytes(text, .warning, "DeviceLog", words, limit: limits.lineBytes))
    }
}
