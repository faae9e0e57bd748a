import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// Reading what devices sent: the viewer, and the file as it was sent. Whoever reads is in the log of changes.
struct DiagnosisLogRoutes: Sendable {
    let diagnosis: Diagnosis
    let apps: Apps

    func add(to routes: Routes) throws {
        let one = "apps/{app}/diagnostics/{id}"
        let reading = """
            Search a device's log: entries of number `start` and later that hold `q`, of a level, a tag and a time; or those around one. Ends early on \
            much data: go on with `next`. Reading is written down; telephone numbers and mail addresses are hidden from who may not see them.
            """
        try routes.get("\(one)/logs/{part}", reading, needs: .role(.operator), view: "Diagnosis/log", log)
        let sending = "Download what a device sent, as it was sent. Needs the right to personal data; written down."
        try routes.stream("\(one)/files/{part}", sending, needs: .role(.operator), produces: "application/octet-stream", file)
    }

    @Sendable func log(_ query: DiagnosisLogQuery, _ context: Context) async throws -> Reply<DiagnosisLogFound, DiagnosisLogPage> {
        let (app, task, part) = try await named(context)
        let filter = query.around == nil ? try query.filter(context.reader) : DiagnosisLogFilter()
        let (start, limit) = try query.checked()
        let log = try await diagnosis.log(part.id, of: task, app.id, by: context.actor)
        let found = try await log.find(filter, from: start, limit: limit)
        let body = context.isMasked(app) ? found.masked() : found
        return .show(body) { DiagnosisLogPage(query, filter, body, start: start, limit: limit, part, task, app, context) }
    }

    @Sendable func file(_ request: Request, _ context: Context) async throws -> Response {
        let (app, task, part) = try await named(context)
        guard !context.isMasked(app) else { throw Problem(.forbidden, "diagnosis.file.personal") }
        let file = try await diagnosis.sentFile(part, of: task, app.id, by: context.actor)
        let ending = Self.ending(try await file.head())
        let headers: HTTPFields = [
            .contentType: "application/octet-stream", .cacheControl: "private, no-store",
            .contentDisposition: "attachment; filename=\"\(app.id)-\(task.id)-\(part.id).\(ending)\"",
        ]
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let body = ResponseBody(contentLength: file.size) { writer in
            try await file.read { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// By what it begins with, for whoever opens it.
    private static func ending(_ head: [UInt8]) -> String {
        if head.starts(with: [0x50, 0x4B]) { return "zip" }
        return head.starts(with: [0x1F, 0x8B]) ? "gz" : "log"
    }

    private func named(_ context: Context) async throws -> (App, DiagnosisTask, DiagnosisPart) {
        let app = try apps.app(try context.parameter("app"))
        let task = try await diagnosis.task(try context.parameter("id"), of: app.id)
        let id = try context.parameter("part")
        guard let part = task.parts.first(where: { $0.id == id }) else { throw Problem.notFound }
        return (app, task, part)
    }
}
