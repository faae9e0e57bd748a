import Web

/// Under which heading an endpoint stands.
enum AutomationRoom: String, Codable, CaseIterable, Sendable {
    case apps, overview, statistics, logs, crashes, alerts, devices, builds, certificates
    case modules, updates, hotpatches, push, cloud, diagnosis, gateway, people, system

    /// By the first part of its path behind the app.
    /// - Returns: nil for a part that no room has; a test asks for all of them.
    static func of(_ endpoint: Endpoint) -> AutomationRoom? {
        let parts = endpoint.path.split(separator: "/")
        let isOfApp = endpoint.isOfApp
        guard let part = isOfApp ? parts.dropFirst(2).first : parts.first else { return .apps }
        let word = String(part.split(separator: ".").first ?? part)
        return allCases.first { (isOfApp ? $0.ofApps : $0.ofConsole).contains(word) }
    }

    private var ofApps: Set<String> {
        switch self {
        case .apps:
            [
                "details", "archive", "restoration", "platforms", "config", "log-settings", "log-retention", "personal-data", "rebuild", "erasures",
            ]
        case .overview: ["attention", "changes"]
        case .statistics: ["stats", "live"]
        case .logs: ["logs", "quarantine"]
        case .crashes: ["crashes", "crash-reports", "crash-grouping", "crash-groups", "symbols"]
        case .alerts: ["alerts", "alert-rules", "alert-channels", "alert-deliveries"]
        case .devices: ["devices", "device-figures", "known-devices", "known-users", "why"]
        case .builds: ["builds", "build-uploads", "build-requests", "install-links"]
        case .certificates: Set(CertificatePurpose.allCases.map(\.path))
        case .modules: ["packages", "package-plans", "shipments"]
        case .updates: ["updates"]
        case .hotpatches: ["hotpatches", "hotpatch-keys", "hotpatch-ramps", "hotpatch-conversion"]
        case .push: ["push-messages", "push-templates", "push-options", "push-lists", "push-credentials", "push-devices"]
        case .cloud: ["switches", "badges", "feedback"]
        case .diagnosis: ["diagnostics", "diagnostic-rules", "diagnostic-settings"]
        case .gateway: ["gateway"]
        case .people, .system: []
        }
    }

    private var ofConsole: Set<String> {
        switch self {
        case .apps: ["apps"]
        case .overview: ["attention", "changes", "search", "expiries"]
        case .builds: ["build-agents", "build-requests"]
        case .modules: ["modules", "module-artifacts", "baselines"]
        case .people: ["members", "tokens", "account", "audit", "saved-views"]
        case .system: ["jobs", "nodes", "status"]
        default: []
        }
    }
}

extension Endpoint {
    var isOfApp: Bool { path.hasPrefix("apps/{app}") }
}
