import Foundation
import Storage
import Web

/// What holds for every message of an app.
struct PushOption: Codable, Sendable, Equatable {
    /// Audiences from which on a second person has to agree; null for never.
    var secondFrom: Int?
    /// Messages for one user, where a message does not say less; null for no limit.
    var cap: PushCap?

    /// What is wrong.
    fileprivate var rejections: [Rejection] {
        var wrong: [Rejection] = []
        if let secondFrom, secondFrom < 1 { wrong.append(Rejection("secondFrom", "push.option.second.range")) }
        if let cap { _ = PushCap(PushCapInput(count: cap.count, hours: cap.hours), "cap", &wrong) }
        return wrong
    }

    fileprivate var values: [String: String] {
        let fields = ["secondFrom": secondFrom.map(String.init) ?? "", "cap": cap.map { "\($0.count) / \($0.hours) h" } ?? ""]
        return fields.filter { !$0.value.isEmpty }
    }
}

extension PushMessages {
    func option(of app: String) async throws -> PushOption {
        try await database.read { try $0.pushOption(app) }
    }

    /// Questions that are open stay so.
    /// - Throws: `invalid`.
    func setOption(_ option: PushOption, of app: String, by actor: Actor) async throws {
        if !option.rejections.isEmpty { throw Problem.invalid(option.rejections) }
        try await database.write { connection in
            let before = try connection.pushOption(app)
            try connection.setPushOption(option, app)
            try audit.record(connection, by: actor, "push.option", app: app, object: app, before: before.values, after: option.values)
        }
    }
}
