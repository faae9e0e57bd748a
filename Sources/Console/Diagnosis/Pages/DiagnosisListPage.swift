import Foundation
import Web

/// What the list shows beside the tasks (查看采集日志).
struct DiagnosisListPage: Codable, Sendable {
    let q: String
    let rows: [Row]
    let states: [State]
    let platforms: [AppPlatformChoice]
    let filtered: Bool
    let mayEdit: Bool
    let pager: Pager

    /// A task as pages show it.
    struct Row: Codable, Sendable {
        let task: DiagnosisTask
        /// The state's class of `tag`.
        let look: String
        let devices: Int
        let mayResend: Bool
        /// Whether a rule made it.
        let isByRule: Bool
        /// All that is known of its user; nil where none is named, or the name is hidden.
        let userPage: String?

        init(_ task: DiagnosisTask, of app: App, _ context: Context) {
            self.task = task
            userPage = task.userId.isEmpty || context.isMasked(app) ? nil : DevicePath.user(task.userId, of: app.id)
            look = task.state.look
            devices = task.parts.count
            mayResend = task.mayResend
            isByRule = task.rule.value != nil
        }
    }

    struct State: Codable, Sendable {
        let state: DiagnosisState
        let chosen: Bool
    }

    init(_ query: DiagnosisRoutes.Query, _ list: List<DiagnosisTask>, _ place: ListPlace, _ app: App, _ context: Context) {
        q = query.q ?? ""
        rows = list.items.map { Row($0, of: app, context) }
        states = DiagnosisState.allCases.map { State(state: $0, chosen: $0 == query.state) }
        platforms = AppPlatformChoice.all(of: app, chosen: query.platform?.rawValue)
        filtered = context.isFiltered
        mayEdit = context.mayOperate(app.id)
        pager = Pager(list, place, context)
    }
}

/// What the page of a person shows beside the devices.
struct DiagnosisPersonPage: Codable, Sendable {
    let user: String
    let device: String
    /// Somebody was asked for.
    let isAsked: Bool
    let rows: [Row]
    let made: [DiagnosisListPage.Row]
    let mayEdit: Bool
    /// The form, filled with who was asked for.
    let form: String

    struct Row: Codable, Sendable {
        let known: DiagnosisPerson.Device
        let crashes: String
        let logs: String
        let page: String
        let form: String
    }

    init(_ query: DiagnosisRoutes.Who, _ person: DiagnosisPerson, _ app: App, _ context: Context) {
        let base = "/apps/\(app.id)"
        (user, device) = (query.user ?? "", query.device ?? "")
        isAsked = !user.isEmpty || !device.isEmpty
        rows = person.devices.map { known in
            let name = Form([("device", known.device)]).encoded
            return Row(
                known: known,
                crashes: "\(base)/crash-reports?\(name)",
                logs: "\(base)/logs?\(name)",
                page: "\(base)/devices/\(PercentEncoding.encode(known.device))",
                form: "\(base)/diagnostics/new?\(Form([("device", known.device), ("platform", known.platform.rawValue)]).encoded)"
            )
        }
        made = person.tasks.map { DiagnosisListPage.Row($0, of: app, context) }
        mayEdit = context.mayOperate(app.id)
        form = "\(base)/diagnostics/new?\(Form([("user", user), ("device", device)]).encoded)"
    }
}
