import Foundation
import Logging

/// Log lines on standard error: for people as text, for machines as one JSON document a line.
struct OperationsLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let json: Bool

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Once per process, before the first logger is made.
    static func bootstrap(level: String, format: String) {
        let level = Logger.Level(rawValue: level) ?? .info
        LoggingSystem.bootstrap { _ in OperationsLog(logLevel: level, json: format == "json") }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.filter { $0.key != "hb.request.id" }
        let line = json ? jsonLine(event, fields) : textLine(event, fields)
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private func textLine(_ event: LogEvent, _ fields: Logger.Metadata) -> String {
        let pairs = fields.sorted { $0.key < $1.key }.map { " " + Self.oneLine("\($0.key)=\($0.value)") }.joined()
        return "\(Self.timestamp()) \(event.level) \(Self.oneLine("\(event.message)"))\(pairs)"
    }

    private func jsonLine(_ event: LogEvent, _ fields: Logger.Metadata) -> String {
        var document = fields.mapValues { "\($0)" }
        document["ts"] = Self.timestamp()
        document["level"] = "\(event.level)"
        document["msg"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// What came from outside must not be able to write a second line or to steer a terminal. By scalars: "\r\n" is one `Character`.
    static func oneLine(_ text: String) -> String {
        text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func timestamp() -> String {
        Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}
