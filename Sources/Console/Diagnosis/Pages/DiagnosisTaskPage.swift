import Foundation
import Web

/// What the page of a task shows beside it.
struct DiagnosisTaskPage: Codable, Sendable {
    let look: String
    let rows: [Row]
    let isByRule: Bool
    let isAsked: Bool
    let mayEdit: Bool
    let mayApprove: Bool
    let mayResend: Bool
    /// The same form, filled as this task was, and what is known of its user; nil for those who may not see who that is.
    let formAgain: String?
    let person: String?

    /// What one device was asked.
    struct Row: Codable, Sendable {
        let part: DiagnosisPart
        let look: String
        /// Of the file that is here, 0 to 1, while it comes.
        let share: Double?
        let page: String
        let crashes: String
        /// The viewer; nil while there is no readable log, and for those who may not read it.
        let log: String?
        /// The file as it was sent.
        let file: String?
        let isWoken: Bool
    }

    /// - Parameter hidesUser: the task's user is not written out.
    init(_ task: DiagnosisTask, hidesUser: Bool, _ app: App, _ context: Context) {
        look = task.state.look
        isByRule = task.rule.value != nil
        isAsked = task.state == .asked
        mayEdit = context.mayOperate(app.id)
        mayApprove = isAsked && Policy.role(.releaser).admits(context.viewer, app: app.id)
        mayResend = mayEdit && task.mayResend
        let isMasked = context.isMasked(app)
        let mayRead = mayEdit
        rows = task.parts.map { Row($0, of: task, app.id, mayRead: mayRead, mayDownload: mayRead && !isMasked) }
        let who = Form([("user", task.userId), ("device", task.deviceId), ("platform", task.platform.rawValue)])
        formAgain = hidesUser ? nil : "/apps/\(app.id)/diagnostics/new?\(who.encoded)"
        person = hidesUser ? nil : "/apps/\(app.id)/diagnostics/person?\(Form([("user", task.userId)]).encoded)"
    }
}

extension DiagnosisTaskPage.Row {
    fileprivate init(_ part: DiagnosisPart, of task: DiagnosisTask, _ app: String, mayRead: Bool, mayDownload: Bool) {
        let base = "/apps/\(app)"
        let span = [("device", part.device), ("from", task.from.ISO8601Format()), ("to", task.to.ISO8601Format())]
        let hasFile = part.isKept && !part.sha256.isEmpty
        self.init(
            part: part,
            look: part.state.look,
            share: part.state == .uploading ? part.size.value.map { $0 > 0 ? Double(part.received) / Double($0) : 0 } : nil,
            page: "\(base)/devices/\(PercentEncoding.encode(part.device))",
            crashes: "\(base)/crash-reports?\(Form(span).encoded)",
            log: mayRead && part.log.value != nil ? "\(base)/diagnostics/\(task.id)/logs/\(part.id)" : nil,
            file: mayDownload && hasFile ? "\(base)/diagnostics/\(task.id)/files/\(part.id)" : nil,
            isWoken: part.wake != .none
        )
    }
}
