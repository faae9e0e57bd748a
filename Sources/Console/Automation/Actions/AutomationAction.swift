/// Something that can be done here: by which form of a page, by which endpoint, and what the audit log says of it.
///
/// The table of all of them is `all`. A test holds it against the route table, the tests of all rooms hold its last column against what is
/// really recorded (`TestConsole`), and docs/automation.md is written from it.
public struct AutomationAction: Sendable, Equatable {
    /// Where a form goes, or the script of a page, e.g. `POST tokens/{id}/revocation`; nil where no page does it.
    public let form: String?
    /// What scripts ask instead, e.g. `DELETE tokens/{id}`; nil for what is of a browser only.
    public let endpoint: String?
    /// What may be recorded of it; nothing where nothing is kept.
    public let audit: [String]
    /// A command made for it, beside `console api`.
    public let command: String?
    /// Why there is no endpoint.
    public let reason: String?

    /// Every one, by rooms.
    public static let all = apps + people + builds + modules + releases + push + cloud + analysis

    /// What no request records: the console itself, its command line, and devices.
    public static let itself: [String: String] = [
        "account.create": "`console admin create`",
        "account.resetPassword": "`console admin reset-password`",
        "account.remove": "`console seed --remove`",
        "badge.expire": "the clock: a red dot's time is over",
        "diagnosis.createByRule": "a diagnosis rule that found something",
        "hotpatch.expire": "the clock: a patch's window is over",
        "hotpatch.halt": "the guard of a patch",
        "module.removeDemo": "`console seed --remove`",
        "push.beginning": "the clock: a message's time has come",
        "update.expire": "the clock: an update's window is over",
    ]

    /// What reading records, because what is read is personal.
    public static let readings: [String: String] = [
        "diagnosis.read": "GET apps/{app}/diagnostics/{id}/logs/{part}",
        "diagnosis.download": "GET apps/{app}/diagnostics/{id}/files/{part}",
        "log.export": "GET apps/{app}/logs/export",
    ]
}

extension AutomationAction {
    /// The form and the endpoint are at the same path.
    static func same(_ path: String, _ audit: String..., command: String? = nil) -> AutomationAction {
        AutomationAction(form: "POST \(path)", endpoint: "POST \(path)", audit: audit, command: command, reason: nil)
    }

    static func form(_ path: String, does endpoint: String, _ audit: String..., command: String? = nil) -> AutomationAction {
        AutomationAction(form: "POST \(path)", endpoint: endpoint, audit: audit, command: command, reason: nil)
    }

    /// The script of a page and others ask in the same way.
    static func script(_ endpoint: String, _ audit: String..., command: String? = nil) -> AutomationAction {
        AutomationAction(form: endpoint, endpoint: endpoint, audit: audit, command: command, reason: nil)
    }

    /// What no page does.
    static func only(_ endpoint: String, _ audit: String..., command: String? = nil) -> AutomationAction {
        AutomationAction(form: nil, endpoint: endpoint, audit: audit, command: command, reason: nil)
    }

    /// What is of a person in front of a browser.
    static func person(_ path: String, _ audit: String..., because reason: String, command: String? = nil) -> AutomationAction {
        AutomationAction(form: "POST \(path)", endpoint: nil, audit: audit, command: command, reason: reason)
    }
}
