import Foundation
import Storage
import Web

extension Connection {
    /// In order of names.
    func pushTemplates(_ app: String) throws -> [PushTemplate] {
        try all("\(Self.pushTemplateColumns) WHERE app_id = \(app) ORDER BY name, id", PushTemplate.init)
    }

    func pushTemplateIfAny(_ app: String, _ id: String) throws -> PushTemplate? {
        try first("\(Self.pushTemplateColumns) WHERE app_id = \(app) AND id = \(id)", PushTemplate.init)
    }

    /// - Throws: `notFound`.
    func pushTemplate(_ app: String, _ id: String) throws -> PushTemplate {
        guard let found = try pushTemplateIfAny(app, id) else { throw Problem.notFound }
        return found
    }

    func insertPushTemplate(_ template: PushTemplate, _ app: String) throws {
        try run(
            """
            INSERT INTO push_template (app_id, id, name, content, created_at, created_by, changed_at)
            VALUES (\(app), \(template.id), \(template.name), \(try PushText.write(template.content)), \(template.createdAt), \(template.createdBy),
                \(template.changedAt))
            """
        )
    }

    func setPushTemplate(_ name: String, _ content: PushContent, _ app: String, _ id: String, at time: Date) throws {
        try run(
            """
            UPDATE push_template SET name = \(name), content = \(try PushText.write(content)), changed_at = \(time)
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func deletePushTemplate(_ app: String, _ id: String) throws {
        try run("DELETE FROM push_template WHERE app_id = \(app) AND id = \(id)")
    }

    private static var pushTemplateColumns: SQL {
        "SELECT id, name, content, created_at, created_by, changed_at FROM push_template"
    }
}

extension PushTemplate {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            name: try row[1],
            content: try PushText.read(try row[2]),
            createdAt: try row[3],
            createdBy: try row[4],
            changedAt: try row[5]
        )
    }
}
