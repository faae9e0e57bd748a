import Console
import Foundation
import HTTPTypes
import HummingbirdTesting
import Web

/// Holds what requests of tests really record against the last column of docs/automation.md: whatever a test of any room does, its audit entries
/// have to be named in the rows of `AutomationAction` that its request belongs to.
extension TestConsole {
    /// - Parameters:
    ///   - face: that was asked.
    ///   - uri: without the face's prefix.
    /// - Throws: `TestFailure` for an entry that no row names.
    func watch(_ method: HTTPRequest.Method, _ face: Face, _ uri: String, _ response: TestResponse) async throws {
        guard method != .get, response.status.code < 400, let id = response.headers[HTTPField.Name("X-Request-Id")!] else { return }
        let rows = Self.rows(method, face, uri)
        guard !rows.isEmpty else { return }
        let audit = try await api(.get, "/audit?limit=50")
        guard audit.status == .ok else { return }
        let recorded = Set(try audit.json(List<AuditRecord>.self).items.filter { $0.requestID == id && $0.actor != "console" }.map(\.action))
        let unnamed = recorded.subtracting(rows.flatMap(\.audit))
        guard unnamed.isEmpty else {
            throw TestFailure("\(method) \(uri) records \(unnamed.sorted()), which its row in Sources/Console/Automation/Actions does not say")
        }
    }

    private static func rows(_ method: HTTPRequest.Method, _ face: Face, _ uri: String) -> [AutomationAction] {
        let path = uri.prefix { $0 != "?" }.split(separator: "/")
        return AutomationAction.all.filter { action in
            guard let name = face == .api ? action.endpoint : action.form else { return false }
            let words = name.split(separator: " ")
            let own = words[1].split(separator: "/")
            return words[0] == method.rawValue && own.count == path.count && zip(own, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }
}
