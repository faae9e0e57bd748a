import Web

/// The page on which a change is seen.
enum LedgerLinks {
    /// Nil where there is none any more.
    static func path(_ record: AuditRecord, _ subject: LedgerSubject) -> String? {
        let words = record.action.split(separator: ".", maxSplits: 1).map(String.init)
        guard let room = words.first, let step = words.last else { return nil }
        if let page = site(room, step, record) { return page }
        guard let app = record.app else { return nil }
        guard step != "delete" || room != "app" else { return "/apps" }
        return "/apps/\(app)" + self.path(room, step, record, subject)
    }

    // MARK: pages of an app

    private static func path(_ room: String, _ step: String, _ record: AuditRecord, _ subject: LedgerSubject) -> String {
        if let page = pages[record.action] { return page }
        let gone = endings.contains { step.hasPrefix($0) }
        if let list = lists[record.action] ?? lists[room] { return one(of: list, gone ? nil : subject.id) }
        switch room {
        case "switch": return switches(step, record.object)
        case "certificate": return certificate(record, gone ? nil : subject.id)
        case "gateway": return gone ? "/gateway/upstreams" : one(of: "/gateway/upstreams", record.object)
        case "log": return setting(record.object)
        case "sentry": return subject.platform.map { "/platforms/\($0.rawValue)/sentry" } ?? "/platforms"
        case "app": return subject.platform.map { "/platforms/\($0.rawValue)" } ?? ""
        default: return ""
        }
    }

    /// Steps after which the page of the thing itself is gone.
    private static let endings = ["delete", "remove"]

    /// Pages by themselves, whatever the object.
    private static let pages = [
        "hotpatch.approvalOption": "/hotpatches/approval", "push.option": "/push-options", "diagnosis.option": "/diagnostic-settings",
        "switch.twoPerson": "/switches", "gateway.configure": "/gateway/settings", "log.keep": "/log-retention", "crash.grouping": "/crash-grouping",
        "push.list": "/push-lists", "push.listDelete": "/push-lists", "push.templateCreate": "/push-templates",
        "push.templateEdit": "/push-templates", "push.templateDelete": "/push-templates", "diagnosis.addRule": "/diagnostic-rules",
        "diagnosis.editRule": "/diagnostic-rules", "diagnosis.removeRule": "/diagnostic-rules", "app.showPersonal": "/log-retention",
        "shipment.record": "/shipments",
        "install.edit": "/builds", "install.renew": "/builds",
    ]

    /// Lists whose things have a page under their id; by action where a room has several.
    private static let lists = [
        "update": "/updates", "hotpatch": "/hotpatches", "hotpatch.addRamp": "/hotpatch-ramps", "hotpatch.editRamp": "/hotpatch-ramps",
        "hotpatch.removeRamp": "/hotpatch-ramps", "hotpatchKey": "/hotpatch-keys", "push": "/push-messages", "pushCredential": "/push-credentials",
        "badge": "/badges", "diagnosis": "/diagnostics", "alert": "/alert-channels", "alert.addRule": "/alert-rules",
        "alert.editRule": "/alert-rules", "alert.removeRule": "/alert-rules", "package": "/packages", "build": "/builds", "symbol": "/symbols",
    ]

    private static func one(of list: String, _ id: String?) -> String {
        id.map { "\(list)/\(PercentEncoding.encode($0))" } ?? list
    }

    private static func switches(_ step: String, _ object: String) -> String {
        switch step {
        case "publish", "rollBack": one(of: "/switches/publications", object)
        case "save": one(of: "/switches", object)
        default: "/switches"
        }
    }

    private static func certificate(_ record: AuditRecord, _ id: String?) -> String {
        one(of: record.ledgered("purpose") == "push" ? "/push-certificates" : "/build-certificates", id)
    }

    /// Of `ios behaviour`.
    private static func setting(_ object: String) -> String {
        let words = object.split(separator: " ")
        return words.count == 2 ? "/log-settings/\(words[0])/\(PercentEncoding.encode(String(words[1])))" : "/log-settings"
    }

    // MARK: pages of the console

    private static func site(_ room: String, _ step: String, _ record: AuditRecord) -> String? {
        switch room {
        case "account": "/members"
        case "token": "/tokens"
        case "moduleBaseline": "/baselines"
        case "module": module(step, record.object)
        default: nil
        }
    }

    /// Of `MPLog` or `MPLog 1.0.2 (ios)`.
    private static func module(_ step: String, _ object: String) -> String {
        guard !["remove", "removeDemo", "upload"].contains(step), let name = object.split(separator: " ").first else { return "/modules" }
        return "/modules/\(PercentEncoding.encode(String(name)))"
    }
}
