extension AutomationAction {
    /// Messages, their templates, lists and channels.
    static let push: [AutomationAction] =
        messages + [
            .form("apps/{app}/push-templates", does: "POST apps/{app}/push-templates", "push.templateCreate"),
            .form("apps/{app}/push-templates/preview", does: "POST apps/{app}/push-messages/preview"),
            .form("apps/{app}/push-templates/{id}/edit", does: "PUT apps/{app}/push-templates/{id}", "push.templateEdit"),
            .form("apps/{app}/push-templates/{id}/preview", does: "POST apps/{app}/push-messages/preview"),
            .form("apps/{app}/push-templates/{id}/deletion", does: "DELETE apps/{app}/push-templates/{id}", "push.templateDelete"),
            .form("apps/{app}/push-options", does: "PUT apps/{app}/push-options", "push.option"),
            .form("apps/{app}/push-lists", does: "POST apps/{app}/push-lists", "push.list"),
            .form("apps/{app}/push-lists/{id}/removal", does: "DELETE apps/{app}/push-lists/{id}", "push.listDelete"),
            .form("apps/{app}/push-credentials", does: "POST apps/{app}/push-credentials", "pushCredential.add", "pushCredential.retire"),
            .same("apps/{app}/push-credentials/{id}/trial", "pushCredential.try"),
            .same("apps/{app}/push-credentials/{id}/retirement", "pushCredential.retire"),
            .same("apps/{app}/push-credentials/{id}/restoration", "pushCredential.restore", "pushCredential.retire"),
            .form("apps/{app}/push-credentials/{id}/deletion", does: "DELETE apps/{app}/push-credentials/{id}", "pushCredential.delete"),
            .same("apps/{app}/devices/{device}/push-unbinding", "push.unbind"),
        ]

    private static let messages: [AutomationAction] = [
        .form("apps/{app}/push-messages", does: "POST apps/{app}/push-messages", "push.create"),
        .form("apps/{app}/push-messages/preview", does: "POST apps/{app}/push-messages/preview"),
        .form("apps/{app}/push-messages/{id}/edit", does: "PUT apps/{app}/push-messages/{id}", "push.edit", "push.withdrawn"),
        .form("apps/{app}/push-messages/{id}/preview", does: "POST apps/{app}/push-messages/preview"),
        .form("apps/{app}/push-messages/{id}/deletion", does: "DELETE apps/{app}/push-messages/{id}", "push.delete", "push.withdrawn"),
        .same("apps/{app}/push-messages/{id}/copy", "push.create"),
        .same("apps/{app}/push-messages/{id}/review", "push.review", "push.withdrawn"),
        .same("apps/{app}/push-messages/{id}/confirmation", "push.confirmation", "push.review", "push.asked", "push.withdrawn"),
        .same("apps/{app}/push-messages/{id}/cancellation", "push.cancellation"),
        .same("apps/{app}/push-messages/{id}/stop", "push.stop"),
        .same("apps/{app}/push-messages/{id}/test", "push.test"),
        .same("apps/{app}/push-messages/{id}/approval", "push.approved", "push.confirmation"),
        .same("apps/{app}/push-messages/{id}/refusal", "push.declined", "push.withdrawn"),
        .only("POST apps/{app}/push-messages/audience"),
    ]

    /// Switches, red dots, feedback, diagnosis and the gateway.
    static let cloud: [AutomationAction] =
        switches + diagnosis + gateway + [
            .same("apps/{app}/badges", "badge.publish"),
            .same("apps/{app}/badges/{id}/end", "badge.end"),
            .same("apps/{app}/feedback/{id}/reply", "feedback.reply"),
            .same("apps/{app}/feedback/{id}/state", "feedback.state"),
            .same("apps/{app}/feedback/{id}/tags", "feedback.tag"),
        ]

    private static let switches: [AutomationAction] = [
        .form("apps/{app}/switches", does: "PUT apps/{app}/switches/{key}", "switch.save"),
        .form("apps/{app}/switches/{key}", does: "PUT apps/{app}/switches/{key}", "switch.save"),
        .form("apps/{app}/switches/{key}/deletion", does: "DELETE apps/{app}/switches/{key}", "switch.delete", "switch.discard"),
        .same("apps/{app}/switches/{key}/discard", "switch.discard"),
        .same("apps/{app}/switches/publication", "switch.publish"),
        .same("apps/{app}/switches/publications/{number}/rollback", "switch.rollBack"),
        .same("apps/{app}/switches/two-person", "switch.twoPerson"),
    ]

    private static let diagnosis: [AutomationAction] = [
        .same("apps/{app}/diagnostics", "diagnosis.create"),
        .same("apps/{app}/diagnostics/bulk", "diagnosis.create"),
        .same("apps/{app}/diagnostics/{id}/resend", "diagnosis.resend"),
        .same("apps/{app}/diagnostics/{id}/approval", "diagnosis.approve"),
        .same("apps/{app}/diagnostics/{id}/refusal", "diagnosis.decline"),
        .form("apps/{app}/diagnostics/{id}/removal", does: "DELETE apps/{app}/diagnostics/{id}", "diagnosis.delete"),
        .form("apps/{app}/diagnostic-settings", does: "PUT apps/{app}/diagnostic-settings", "diagnosis.option"),
        .same("apps/{app}/diagnostic-rules", "diagnosis.addRule"),
        .same("apps/{app}/diagnostic-rules/{id}/pause", "diagnosis.editRule"),
        .same("apps/{app}/diagnostic-rules/{id}/resume", "diagnosis.editRule"),
        .form("apps/{app}/diagnostic-rules/{id}/removal", does: "DELETE apps/{app}/diagnostic-rules/{id}", "diagnosis.removeRule"),
    ]

    private static let gateway: [AutomationAction] = [
        .form("apps/{app}/gateway/settings", does: "PUT apps/{app}/gateway/settings", "gateway.configure"),
        .same("apps/{app}/gateway/upstreams", "gateway.addUpstream"),
        .form(
            "apps/{app}/gateway/upstreams/{operation}",
            does: "PUT apps/{app}/gateway/upstreams/{operation}",
            "gateway.addUpstream",
            "gateway.editUpstream"
        ),
        .same("apps/{app}/gateway/upstreams/{operation}/pause", "gateway.pauseUpstream"),
        .same("apps/{app}/gateway/upstreams/{operation}/resume", "gateway.resumeUpstream"),
        .form(
            "apps/{app}/gateway/upstreams/{operation}/removal",
            does: "DELETE apps/{app}/gateway/upstreams/{operation}",
            "gateway.removeUpstream"
        ),
        .same("apps/{app}/gateway/trials", "gateway.try", command: "console call"),
    ]
}
