import Foundation
import Web

/// What `Views/Updates/form` shows.
struct UpdateFormPage: Codable, Sendable {
    let isNew: Bool
    /// Where it is sent.
    let action: String
    /// Where to go instead.
    let back: String
    let fields: UpdateFieldsView
    let platforms: [AppPlatformChoice]
    let builds: [Build]
    let types: [TypeChoice]
    let modes: [ModeChoice]
    let networks: [Network]
    let rules: [Rule]
    let mayAdd: Bool

    struct Build: Codable, Sendable {
        let id: String
        let platform: Platform
        let version: String
        let number: String
        let chosen: Bool
    }

    struct TypeChoice: Codable, Sendable {
        let type: UpdateType
        let chosen: Bool
    }

    struct ModeChoice: Codable, Sendable {
        let mode: UpdateMode
        let chosen: Bool
    }

    struct Network: Codable, Sendable {
        let name: String
        let chosen: Bool
    }

    /// One rule with its choices, and what is wrong with it.
    struct Rule: Codable, Sendable {
        /// In the names of fields, from 0.
        let place: String
        let number: Int
        let elements: [ElementChoice]
        let operations: [OperationChoice]
        let value: String
        let wrong: Wrong
    }

    struct ElementChoice: Codable, Sendable {
        let element: UpdateRule.Element
        let chosen: Bool
    }

    struct OperationChoice: Codable, Sendable {
        let operation: UpdateRule.Operation
        let chosen: Bool
    }

    struct Wrong: Codable, Sendable {
        let element: Message?
        let operation: Message?
        let value: Message?
    }
}

extension UpdateFormPage {
    /// What devices call their networks.
    private static let usualNetworks = ["WIFI", "5G", "4G", "3G", "2G"]

    /// - Parameter update: nil for a new one.
    init(_ fields: UpdateFields, _ app: App, _ update: Update?, _ builds: [UpdateBuild], _ context: Context) {
        let all = "/apps/\(app.id)/updates"
        let rules = fields.orderedRules
        let chosen = Set(fields.netTypes)
        isNew = update == nil
        action = update.map { "\(all)/\($0.id)/edit" } ?? all
        back = update.map { "\(all)/\($0.id)" } ?? all
        // Who has been told of another's change may overwrite it with the next press.
        self.fields = UpdateFieldsView(fields, revision: context.rejection("revision") == nil ? fields.revision : "\(update?.revision ?? 0)")
        platforms = AppPlatformChoice.all(of: app, chosen: fields.platform)
        self.builds = builds.map {
            Build(id: $0.id, platform: $0.platform, version: $0.version, number: $0.buildNumber, chosen: $0.id == fields.build)
        }
        types = UpdateType.allCases.map { TypeChoice(type: $0, chosen: $0.rawValue == fields.upgradeType) }
        modes = UpdateMode.allCases.reversed().map { ModeChoice(mode: $0, chosen: $0.rawValue == fields.mode) }
        networks = (Self.usualNetworks + chosen.subtracting(Self.usualNetworks).sorted()).map { Network(name: $0, chosen: chosen.contains($0)) }
        self.rules = rules.enumerated().map { Rule($1, $0, context) }
        mayAdd = rules.count < UpdateRule.most
    }
}

extension UpdateFormPage.Rule {
    fileprivate init(_ rule: UpdateRuleFields, _ place: Int, _ context: Context) {
        func wrong(_ field: String) -> Message? { context.rejection("rules.\(place).\(field)") }
        self.place = "\(place)"
        number = place + 1
        elements = UpdateRule.Element.allCases.map { .init(element: $0, chosen: $0.rawValue == rule.element) }
        operations = UpdateRule.Operation.allCases.map { .init(operation: $0, chosen: $0.rawValue == rule.operation) }
        value = rule.value
        self.wrong = UpdateFormPage.Wrong(element: wrong("element"), operation: wrong("operation"), value: wrong("value"))
    }
}

/// The fields that are no list.
struct UpdateFieldsView: Codable, Sendable {
    let version: String
    let downloadURL: String
    let message: String
    let remindIntervalDays: String
    let percentage: String
    let endsAt: String
    let limit: String
    let forceBelow: String
    let revision: String

    init(_ fields: UpdateFields, revision: String) {
        version = fields.version
        downloadURL = fields.downloadURL
        message = fields.message
        remindIntervalDays = fields.remindIntervalDays
        percentage = fields.percentage
        endsAt = fields.endsAt
        limit = fields.limit
        forceBelow = fields.forceBelow
        self.revision = revision
    }
}
