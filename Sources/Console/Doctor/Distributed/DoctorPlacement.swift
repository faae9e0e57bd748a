import Storage

/// Where a table is to be when the database is spread over servers.
enum DoctorPlacement: Equatable {
    /// In shards by app.
    case distributed
    /// A copy on each server: read together with shards, written seldom.
    case reference
    /// On the coordinator alone, for this reason.
    case local(String)

    /// The column that tells the shard.
    static let column = "app_id"

    /// What is said of tables by name; every other one whose key leads with the app is distributed.
    private static let named: [String: DoctorPlacement] = {
        let control = [
            "alert_channel", "alert_rule", "alert_rule_channel", "app", "app_platform", "app_workspace", "badge", "build", "certificate",
            "gateway_setting", "gateway_upstream",
            "hotpatch_approval", "hotpatch_event", "hotpatch_key", "hotpatch_option", "hotpatch_package", "hotpatch_release", "install_link",
            "log_retention", "log_setting", "package", "package_module", "rollout_whitelist", "rollout_window", "sentry_attachment", "sentry_key",
            "sentry_project", "shipment", "shipment_module",
            "switch_draft", "switch_publication", "switch_state", "switch_version", "symbol_file", "symbol_id", "symbol_object",
            "update_event", "update_release",
        ]
        let local = [
            "account": people, "account_role": people, "api_token": people, "login_attempt": people, "login_device": people, "session": people,
            "saved_view": people, "setup_link": people,
            "audit_event": "one order of events over all apps, and a trigger that lets nobody change them",
            "build_agent": "belongs to no app",
            "build_request": "claimed with SKIP LOCKED over all apps",
            "build_request_label": "goes with its request", "build_request_log": "goes with its request",
            "build_upload": "counted over all apps", "build_upload_piece": "goes with its upload",
            "change_version": "a few rows that every node asks for each second",
            "gateway_batch": "which sums of a node are in already, over all apps",
            "gateway_signature": "written with every changing call, and no app in its key: a hash may count once for all apps",
            "installation": "one row",
            "job": "claimed with SKIP LOCKED over all apps",
            "job_line": "goes with its job",
            "lease": "a few rows that are locked all the time",
            "module": catalogue, "module_artifact": catalogue, "module_baseline": catalogue, "module_baseline_entry": catalogue,
            "module_version": catalogue,
            "node": "a row for each node, written every few seconds",
            "replay": "a hash of each request, and no app in its key",
        ]
        let references = control.map { ($0, DoctorPlacement.reference) }
        return Dictionary(uniqueKeysWithValues: references + local.map { ($0.key, .local($0.value)) })
    }()

    private static let catalogue = "belongs to no app; nodes have it in memory"
    private static let people = "people belong to the console and not to an app; rows are read by account"

    init(_ table: TableShape) {
        if let named = Self.named[table.name] {
            self = named
        } else if table.key.first == Self.column {
            self = .distributed
        } else {
            self = .local("its primary key does not lead with \(Self.column)")
        }
    }
}
