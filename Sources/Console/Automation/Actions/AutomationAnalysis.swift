extension AutomationAction {
    /// Crashes, symbols and alerts.
    static let analysis: [AutomationAction] = crashes + alerts

    private static let crashes: [AutomationAction] = [
        .same("apps/{app}/crashes/{group}/state", "crash.state"),
        .same("apps/{app}/crashes/{group}/assignee", "crash.assign"),
        .same("apps/{app}/crashes/{group}/notes", "crash.comment"),
        .same("apps/{app}/crashes/merge", "crash.merge"),
        .form("apps/{app}/crash-groups/{group}/merge", does: "POST apps/{app}/crashes/merge", "crash.merge"),
        .form("apps/{app}/crash-groups/state", does: "POST apps/{app}/crashes/{group}/state", "crash.state"),
        .same("apps/{app}/crashes/{group}/split", "crash.split"),
        .same("apps/{app}/crashes/{group}/split-by-message", "crash.split"),
        .form("apps/{app}/crash-grouping/trials", does: "POST apps/{app}/crash-grouping/trials"),
        .form("apps/{app}/crash-grouping/trials/{trial}/application", does: "PUT apps/{app}/crash-grouping", "crash.grouping"),
        .script("PUT apps/{app}/symbols/upload", "symbol.upload", "symbol.version", command: "console symbols upload"),
        .form("apps/{app}/symbols", does: "POST apps/{app}/symbols", "symbol.upload", "symbol.version", command: "console symbols upload"),
        .form("apps/{app}/symbols/{id}/removal", does: "DELETE apps/{app}/symbols/{id}", "symbol.delete"),
    ]

    private static let alerts: [AutomationAction] = [
        .same("apps/{app}/alert-rules", "alert.addRule"),
        .form("apps/{app}/alert-rules/{id}", does: "PUT apps/{app}/alert-rules/{id}", "alert.editRule"),
        .same("apps/{app}/alert-rules/{id}/pause", "alert.editRule"),
        .same("apps/{app}/alert-rules/{id}/resume", "alert.editRule"),
        .form("apps/{app}/alert-rules/{id}/removal", does: "DELETE apps/{app}/alert-rules/{id}", "alert.removeRule"),
        .same("apps/{app}/alert-channels", "alert.addChannel"),
        .form("apps/{app}/alert-channels/{id}", does: "PUT apps/{app}/alert-channels/{id}", "alert.editChannel"),
        .same("apps/{app}/alert-channels/{id}/test", "alert.testChannel"),
        .same("apps/{app}/alert-channels/{id}/pause", "alert.editChannel"),
        .same("apps/{app}/alert-channels/{id}/resume", "alert.editChannel"),
        .same("apps/{app}/alert-channels/{id}/secret-rotation", "alert.rotateSecret", "alert.editChannel"),
        .form("apps/{app}/alert-channels/{id}/removal", does: "DELETE apps/{app}/alert-channels/{id}", "alert.removeChannel"),
        .same("apps/{app}/alert-deliveries/{id}/resend", "alert.resend"),
        .same("apps/{app}/alerts/reading"),
        .same("apps/{app}/alerts/{id}/reading"),
    ]
}
