import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// The table of actions beside the route table, the words of the audit log, and docs/automation.md.
@Suite struct AutomationTableTests {
    @Test func everyFormIsInTheTableOnce() async throws {
        try await TestConsole.run { console in
            let routes = try console.server.mounted(views: TestConsole.views.get()).routes
            let forms = try routes.endpoints(on: .page).get().filter { $0.method != "GET" }.map(\.name)
            let named = AutomationAction.all.compactMap(\.form)
            #expect(Set(forms).subtracting(named).sorted() == [], "forms without a row")
            #expect(Set(named).subtracting(forms).sorted() == [], "rows without a form")
            #expect(named.count == Set(named).count)
        }
    }

    @Test func everyFormHasAnEndpointOrAReason() async throws {
        try await TestConsole.run { console in
            let routes = try console.server.mounted(views: TestConsole.views.get()).routes
            let endpoints = Set(try routes.endpoints(on: .api).get().map(\.name))
            let changing = endpoints.filter { !$0.hasPrefix("GET ") }
            let named = Set(AutomationAction.all.compactMap(\.endpoint))
            #expect(named.subtracting(endpoints).sorted() == [], "rows that name what is not there")
            #expect(changing.subtracting(named).sorted() == [], "endpoints without a row")
            #expect(Set(AutomationAction.readings.values).subtracting(endpoints).sorted() == [])
            for action in AutomationAction.all { #expect((action.endpoint == nil) == (action.reason != nil), "\(action)") }
        }
    }

    /// Whoever may send a form may ask the endpoint: what a page takes as a role, a script has by its token's owner and scope.
    @Test func theEndpointAsksForNoMoreThanTheForm() async throws {
        try await TestConsole.run { console in
            let routes = try console.server.mounted(views: TestConsole.views.get()).routes
            let endpoints = Dictionary(grouping: try routes.endpoints(on: .api).get(), by: \.name)
            let forms = Dictionary(grouping: try routes.endpoints(on: .page).get(), by: \.name)
            for action in AutomationAction.all {
                guard let form = action.form.flatMap({ forms[$0]?.first }) else { continue }
                guard let endpoint = action.endpoint.flatMap({ endpoints[$0]?.first }) else { continue }
                let viewer = Viewer(id: "v", kind: .account, name: "v", roles: ["a": form.policy.least, "*": form.policy.least])
                #expect(endpoint.policy.admits(viewer, app: "a"), "\(form.name) needs \(form.policy), \(endpoint.name) \(endpoint.policy)")
            }
        }
    }

    @Test func theAuditLogsWordsAreAllAccountedFor() throws {
        let words = try Self.auditActions()
        let named = AutomationAction.all.flatMap(\.audit) + AutomationAction.itself.keys + AutomationAction.readings.keys
        #expect(words.subtracting(named).sorted() == [], "actions that no row names")
        #expect(Set(named).subtracting(words).sorted() == [], "actions without a word in the catalogue")
    }

    @Test func everyCommandIsThere() throws {
        let folder = URL(fileURLWithPath: TestConsole.home).appending(path: "Sources/Command")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let source = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for command in Set(AutomationAction.all.compactMap(\.command)) {
            let words = command.split(separator: " ")
            #expect(words.first == "console")
            #expect(source.contains("commandName: \"\(words[1])\""), "\(command)")
        }
    }

    @Test func everyEndpointHasARoom() async throws {
        try await TestConsole.run { console in
            let routes = try console.server.mounted(views: TestConsole.views.get()).routes
            for endpoint in try routes.endpoints(on: .api).get() { #expect(AutomationRoom.of(endpoint) != nil, "\(endpoint.path)") }
        }
    }

    /// After a change run with `CONSOLE_WRITE_AUTOMATION=1` and read the difference before committing it.
    @Test func theDocumentIsWrittenFromTheTable() async throws {
        try await TestConsole.run { console in
            let routes = try console.server.mounted(views: TestConsole.views.get()).routes
            let made = AutomationDocument(forms: try routes.endpoints(on: .page).get(), endpoints: try routes.endpoints(on: .api).get()).text
            let file = URL(fileURLWithPath: TestConsole.home).appending(path: "docs/automation.md")
            if ProcessInfo.processInfo.environment["CONSOLE_WRITE_AUTOMATION"] != nil { try made.write(to: file, atomically: true, encoding: .utf8) }
            #expect(try String(contentsOf: file, encoding: .utf8) == made)
        }
    }

    /// All that the catalogues have a word for.
    private static func auditActions() throws -> Set<String> {
        let views = URL(fileURLWithPath: TestConsole.home).appending(path: "Views")
        var found: Set<String> = []
        for room in try FileManager.default.contentsOfDirectory(at: views, includingPropertiesForKeys: nil) {
            guard let text = try? String(contentsOf: room.appending(path: "en.txt"), encoding: .utf8) else { continue }
            for line in text.split(separator: "\n") where line.hasPrefix("label.action.") {
                found.insert(String(line.dropFirst("label.action.".count).prefix { $0 != " " }).replacing("_", with: "."))
            }
        }
        return found
    }
}

extension Policy {
    /// The least that it takes.
    fileprivate var least: Role {
        switch self {
        case .anyone, .signedIn: .viewer
        case .role(let role): role
        case .secrets: .admin
        case .building: .operator
        }
    }
}
