import Formats
import Foundation
import Web

/// A report that was read as text, for who takes it elsewhere. Its words are those of the platforms' own reports.
struct CrashReadingText {
    let report: CrashReportBody
    let reading: CrashReadingBody
    let zone: TimeZone
    /// Without the threads that did not crash, registers and images.
    var isShort = false

    /// Bytes of a short one.
    static let shortest = 64 << 10

    var text: String {
        var parts = [head] + reading.thrown.map(thrown)
        let threads = isShort ? reading.threads.prefix { $0.crashed } : reading.threads[...]
        parts += threads.filter { !isShort || !$0.frames.isEmpty }.map(thread)
        if !isShort {
            parts.append(section("Thread State:", reading.registers.map { "  \($0.name): \($0.value)" }))
            parts.append(section("Binary Images:", reading.images.map(image)))
        }
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
        return isShort ? String(decoding: text.utf8.prefix(Self.shortest), as: UTF8.self) : text
    }

    private var head: String {
        let exception = reading.exception
        let name = [exception.type, exception.signal.isEmpty || exception.type.isEmpty ? exception.signal : "(\(exception.signal))"]
        let fields: [(String, String)] = [
            ("Report", report.id), ("Title", report.title.value ?? ""), ("Time", LocalTime(report.time, zone).iso),
            ("App", [report.platform.rawValue, reading.app.identifier, report.version].spaced), ("Hotpatch", report.hotpatch),
            ("Model", report.model.isEmpty ? reading.device.model : report.model),
            ("OS", report.osVersion.isEmpty ? reading.device.system : report.osVersion), ("Device", report.device), ("User", report.user),
            ("Exception", (name + [exception.subtype, exception.codes]).spaced),
            ("Termination", [reading.termination.namespace, reading.termination.code.value ?? "", reading.termination.reason].spaced),
            ("Abort message", reading.abortMessage), ("Information", reading.information.joined(separator: "\n")),
        ]
        return fields.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }.joined(separator: "\n")
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : ([title] + lines).joined(separator: "\n")
    }

    private func thrown(_ thrown: CrashReadingBody.Thrown) -> String {
        let mark =
            switch thrown.relation {
            case .uncaught: ""
            case .cause: "Caused by: "
            case .suppressed: "Suppressed: "
            }
        let title = thrown.message.isEmpty ? thrown.type : "\(thrown.type): \(thrown.message)"
        var lines = ["\(mark)\(thrown.circular ? "[CIRCULAR REFERENCE: \(title)]" : title)"]
        lines += thrown.frames.enumerated().map { isJava($1) ? "    at \($1.function)(\($1.spot.orNil ?? "Unknown Source"))" : frame($0, $1) }
        if thrown.commonFrames > 0 { lines.append("    ... \(thrown.commonFrames) more") }
        return lines.joined(separator: "\n")
    }

    private func isJava(_ frame: CrashReadingBody.Frame) -> Bool { frame.module.isEmpty && frame.address.value == nil }

    private func thread(_ thread: CrashReadingBody.Thread) -> String {
        let title = "Thread \(thread.number)\(thread.crashed ? " Crashed" : ""):"
        let names = [thread.name, thread.queue].filter { !$0.isEmpty }.joined(separator: "  ")
        return ([names.isEmpty ? title : "\(title) \(names)"] + thread.frames.enumerated().map(frame)).joined(separator: "\n")
    }

    private func frame(_ index: Int, _ frame: CrashReadingBody.Frame) -> String {
        let place = frame.function.isEmpty ? frame.offset.value.map { "+ \($0)" } ?? "" : frame.function
        let words = [
            "\(index)".filled(to: 4), frame.module.filled(to: 30), frame.address.value ?? "", place, frame.spot.isEmpty ? "" : "(\(frame.spot))",
            frame.inlined ? "[inlined]" : "",
        ]
        return words.spaced
    }

    private func image(_ image: CrashReadingBody.Image) -> String {
        let words = [image.base.value ?? "-", image.name, image.architecture, image.buildId.isEmpty ? "" : "<\(image.buildId)>", image.path]
        return "  " + words.spaced
    }
}

extension CrashReadingBody.Frame {
    /// `Cart.swift:12`, without folders.
    var spot: String {
        let name = file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        return name.isEmpty ? "" : line.value.map { "\(name):\($0)" } ?? name
    }
}

extension [String] {
    fileprivate var spaced: String { filter { !$0.isEmpty }.joined(separator: " ") }
}

extension String {
    fileprivate func filled(to width: Int) -> String {
        isEmpty ? "" : self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
