import Foundation

/// Apple's JSON report: one line of head, then the body (Apple, "Interpreting the JSON format of a crash report").
enum CrashSummaryIPS {
    /// nil when the text is not two JSON objects; keys that are missing or unknown do not matter.
    static func read(_ report: [UInt8]) -> CrashFindings? {
        guard report.first == UInt8(ascii: "{"), report.count <= longest, let end = report.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: Data(report[..<end])) else { return nil }
        guard let body = try? decoder.decode(Body.self, from: Data(report[(end + 1)...])) else { return nil }
        return findings(head, body)
    }

    /// Real reports are some 50–300 KB.
    private static let longest = 4 * 1024 * 1024

    private struct Head: Decodable {
        var timestamp: String?
        var app_version: String?
        var os_version: String?
    }

    private struct Body: Decodable {
        var procName: String?
        var modelCode: String?
        var exception: Exception?
        var asi: [String: [String]]?
        var faultingThread: Int?
        var threads: [Thread]?
        var lastExceptionBacktrace: [Frame]?
        var usedImages: [Image]?

        struct Exception: Decodable {
            var type: String?
            var signal: String?
            var subtype: String?
            var codes: String?
        }
        struct Thread: Decodable {
            var triggered: Bool?
            var frames: [Frame]?
        }
        struct Frame: Decodable {
            var imageIndex: Int?
            var imageOffset: Int?
            var symbol: String?
        }
        struct Image: Decodable {
            var name: String?
            var path: String?
        }
    }

    private static func findings(_ head: Head, _ body: Body) -> CrashFindings {
        var findings = CrashFindings(format: .ips)
        findings.type = type(body.exception)
        findings.reason = body.asi?.sorted { $0.key < $1.key }.first?.value.first ?? body.exception?.subtype ?? body.exception?.codes ?? ""
        findings.frames = stack(body).prefix(CrashFrame.most).map { frame($0, body) }
        findings.time = head.timestamp?[...].utf8.reportTime
        findings.circumstances = CrashCircumstances(
            process: body.procName ?? "",
            thread: body.faultingThread.map(String.init) ?? "",
            version: head.app_version ?? "",
            model: body.modelCode ?? "",
            osVersion: head.os_version ?? ""
        )
        return findings
    }

    /// As the text report writes it: `EXC_CRASH (SIGABRT)`.
    private static func type(_ exception: Body.Exception?) -> String {
        guard let type = exception?.type else { return exception?.signal ?? "" }
        return exception?.signal.map { "\(type) (\($0))" } ?? type
    }

    private static func stack(_ body: Body) -> [Body.Frame] {
        if let frames = body.lastExceptionBacktrace, !frames.isEmpty { return frames }
        let threads = body.threads ?? []
        if let triggered = threads.first(where: { $0.triggered == true }) { return triggered.frames ?? [] }
        guard let index = body.faultingThread, threads.indices.contains(index) else { return threads.first?.frames ?? [] }
        return threads[index].frames ?? []
    }

    private static func frame(_ frame: Body.Frame, _ body: Body) -> CrashFrame {
        let images = body.usedImages ?? []
        let image = frame.imageIndex.flatMap { images.indices.contains($0) ? images[$0] : nil }
        let module = image?.name ?? "???"
        let offset = frame.imageOffset.map(String.init) ?? ""
        let path = (image?.path ?? "")[...].utf8
        let isInApp = path.contains(".app/") && !path.begins("/System/") && !module.utf8.starts(with: "libswift".utf8)
        return CrashFrame(name: frame.symbol ?? "\(module) + \(offset)", key: "\(module) \(frame.symbol ?? offset)", isInApp: isInApp)
    }
}
