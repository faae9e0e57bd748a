import Web

@testable import Console

/// docs/automation.md.
struct AutomationDocument {
    let forms: [Endpoint]
    let endpoints: [Endpoint]

    var text: String {
        """
        # Every action: its endpoint, its command, its audit entry

        Written from `Sources/Console/Automation/Actions` by `CONSOLE_WRITE_AUTOMATION=1 swift test --filter AutomationTable`; the tests
        compare it. They also hold the table against the route table (every form of every page is here, and every endpoint that changes
        something) and against the audit log's words, and whatever a test of any room does by a request has to be named in the last column
        of its row (`Tests/Support/AuditWatch.swift`).

        Endpoints are below `/api/v1`; `console api METHOD PATH [name=text] [name:=JSON] [name@file]` asks any of them,
        `console actions [WORD…]` lists them with what they take, and the running console shows them at `/api` and `/apps/{app}/api` as
        lines to copy. A token needs the scope of the role: see `/tokens/new`.

        ## What pages do

        | form of a page | endpoint | command | audit log |
        |---|---|---|---|
        \(lines(of: AutomationAction.all.filter { $0.form != nil && $0.endpoint != nil }))

        ## What only a browser does

        | form of a page | why there is no endpoint | command | audit log |
        |---|---|---|---|
        \(lines(of: AutomationAction.all.filter { $0.endpoint == nil }))

        ## What only scripts do

        | endpoint | does | command | audit log |
        |---|---|---|---|
        \(AutomationAction.all.filter { $0.form == nil }.map(script).joined(separator: "\n"))

        ## What else the audit log has

        | entry | comes from |
        |---|---|
        \(others)

        """
    }

    private func lines(of actions: [AutomationAction]) -> String {
        actions.map { action in
            let form = action.form ?? ""
            let endpoint = action.endpoint.map { $0 == form ? "the same" : Self.code($0) } ?? action.reason ?? ""
            return "| \(Self.code(form)) | \(endpoint) | \(Self.command(action)) | \(Self.audit(action)) |"
        }.joined(separator: "\n")
    }

    private func script(_ action: AutomationAction) -> String {
        let does = endpoints.first { $0.name == action.endpoint }?.summary ?? ""
        return "| \(Self.code(action.endpoint ?? "")) | \(does.replacing("|", with: "\\|")) | \(Self.command(action)) | \(Self.audit(action)) |"
    }

    private var others: String {
        let readings = AutomationAction.readings.map { ($0.key, Self.code($0.value)) }
        let itself = AutomationAction.itself.map { ($0.key, $0.value) }
        return (readings + itself).sorted { $0.0 < $1.0 }.map { "| \(Self.code($0.0)) | \($0.1) |" }.joined(separator: "\n")
    }

    private static func code(_ text: String) -> String { "`\(text)`" }

    private static func command(_ action: AutomationAction) -> String {
        action.command.map(code) ?? (action.endpoint == nil ? "" : "`console api`")
    }

    private static func audit(_ action: AutomationAction) -> String {
        action.audit.isEmpty ? "nothing is kept" : action.audit.map(code).joined(separator: " ")
    }
}
