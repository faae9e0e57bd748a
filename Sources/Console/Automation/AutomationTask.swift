/// What scripts are written for most often. Those that ask a GET and leave nothing open can be run as they stand; a test does.
enum AutomationTask: String, Codable, CaseIterable, Sendable {
    case crashes, groups, logs, changes, build, symbols, updates, raise, rollBack, saveSwitch, publishSwitches
    case apps, newApp, attention, allChanges, expiries, search, status

    /// Whether it is of one app.
    var isOfApp: Bool { call.path.hasPrefix("apps/{app}") }

    var call: AutomationCall {
        switch self {
        case .crashes: AutomationCall(method: "GET", path: "apps/{app}/stats/crashes", query: [("from", "-24h")])
        case .groups: AutomationCall(method: "GET", path: "apps/{app}/crashes", query: [("state", "open"), ("days", "7")])
        case .logs: AutomationCall(method: "GET", path: "apps/{app}/logs", query: [("from", "-1h"), ("limit", "20")])
        case .changes: AutomationCall(method: "GET", path: "apps/{app}/changes", query: [("from", "-24h")])
        case .build: AutomationCall(method: "PUT", path: "apps/{app}/builds/upload", query: [("filename", "app.ipa")], file: octets)
        case .symbols:
            AutomationCall(
                method: "PUT",
                path: "apps/{app}/symbols/upload",
                query: [("filename", "mapping.txt"), ("version", "$VERSION")],
                file: octets
            )
        case .updates: AutomationCall(method: "GET", path: "apps/{app}/updates")
        case .raise: AutomationCall(method: "POST", path: "apps/{app}/updates/{update}/rollout", json: #"{"percentage":20}"#)
        case .rollBack: AutomationCall(method: "POST", path: "apps/{app}/hotpatches/{patch}/rollback")
        case .saveSwitch: AutomationCall(method: "PUT", path: "apps/{app}/switches/{key}", json: #"{"value":"on"}"#)
        case .publishSwitches: AutomationCall(method: "POST", path: "apps/{app}/switches/publication", json: "{}")
        case .apps: AutomationCall(method: "GET", path: "apps")
        case .newApp:
            AutomationCall(method: "POST", path: "apps", json: #"{"name":"Shop","englishName":"Shop","platforms":["ios","android"]}"#)
        case .attention: AutomationCall(method: "GET", path: "attention")
        case .allChanges: AutomationCall(method: "GET", path: "changes", query: [("from", "-24h")])
        case .expiries: AutomationCall(method: "GET", path: "expiries")
        case .search: AutomationCall(method: "GET", path: "search", query: [("q", "$WORDS")])
        case .status: AutomationCall(method: "GET", path: "status")
        }
    }

    private var octets: String { "application/octet-stream" }
}
