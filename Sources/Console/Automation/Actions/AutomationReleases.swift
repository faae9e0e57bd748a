extension AutomationAction {
    /// Updates and patches.
    static let releases: [AutomationAction] = updates + patches + patchKeys

    private static let updates: [AutomationAction] = [
        .form("apps/{app}/updates", does: "POST apps/{app}/updates", "update.create"),
        .form("apps/{app}/updates/{id}/edit", does: "PUT apps/{app}/updates/{id}", "update.edit"),
        .form("apps/{app}/updates/{id}/deletion", does: "DELETE apps/{app}/updates/{id}", "update.delete"),
        .same("apps/{app}/updates/{id}/publication", "update.publication"),
        .same("apps/{app}/updates/{id}/pause", "update.pause"),
        .same("apps/{app}/updates/{id}/resume", "update.resume"),
        .same("apps/{app}/updates/{id}/end", "update.end"),
        .same("apps/{app}/updates/{id}/rollout", "update.rollout"),
        .form("apps/{app}/updates/{id}/whitelist", does: "PUT apps/{app}/updates/{id}/whitelist", "update.whitelist"),
        .form("apps/{app}/updates/{id}/whitelist/upload", does: "PUT apps/{app}/updates/{id}/whitelist", "update.whitelist"),
    ]

    private static let patches: [AutomationAction] = [
        .form("apps/{app}/hotpatches", does: "POST apps/{app}/hotpatches", "hotpatch.create"),
        .form("apps/{app}/hotpatches/{id}/edit", does: "PUT apps/{app}/hotpatches/{id}", "hotpatch.edit", "hotpatch.withdrawn"),
        .form("apps/{app}/hotpatches/{id}/deletion", does: "DELETE apps/{app}/hotpatches/{id}", "hotpatch.delete", "hotpatch.withdrawn"),
        .same(
            "apps/{app}/hotpatches/{id}/publication",
            "hotpatch.publication",
            "hotpatch.asked",
            "hotpatch.withdrawn",
            "hotpatch.replaced",
            "hotpatch.end",
            "hotpatchKey.make"
        ),
        .same("apps/{app}/hotpatches/{id}/pause", "hotpatch.pause"),
        .same("apps/{app}/hotpatches/{id}/resume", "hotpatch.resume"),
        .same("apps/{app}/hotpatches/{id}/end", "hotpatch.end", "hotpatch.withdrawn"),
        .same("apps/{app}/hotpatches/{id}/rollback", "hotpatch.rollback", "hotpatch.withdrawn"),
        .same("apps/{app}/hotpatches/{id}/rollout", "hotpatch.raised", "hotpatch.lowered", "hotpatch.asked", "hotpatch.withdrawn"),
        .form(
            "apps/{app}/hotpatches/{id}/whitelist",
            does: "PUT apps/{app}/hotpatches/{id}/whitelist",
            "hotpatch.whitelist",
            "hotpatch.withdrawn"
        ),
        .form("apps/{app}/hotpatches/approval", does: "PUT apps/{app}/hotpatches/approval", "hotpatch.approvalOption"),
        .same(
            "apps/{app}/hotpatches/{id}/approval",
            "hotpatch.approved",
            "hotpatch.publication",
            "hotpatch.raised",
            "hotpatch.replaced",
            "hotpatch.withdrawn",
            "hotpatch.end",
            "hotpatchKey.make"
        ),
        .same("apps/{app}/hotpatches/{id}/refusal", "hotpatch.declined", "hotpatch.withdrawn"),
        .form("apps/{app}/hotpatches/{id}/guard", does: "PUT apps/{app}/hotpatches/{id}/guard", "hotpatch.guard", "hotpatch.silence"),
        .form("apps/{app}/hotpatch-ramps", does: "POST apps/{app}/hotpatch-ramps", "hotpatch.addRamp"),
        .form("apps/{app}/hotpatch-ramps/{id}", does: "PUT apps/{app}/hotpatch-ramps/{id}", "hotpatch.editRamp"),
        .form("apps/{app}/hotpatch-ramps/{id}/removal", does: "DELETE apps/{app}/hotpatch-ramps/{id}", "hotpatch.removeRamp"),
        .same("apps/{app}/hotpatches/{id}/ramp", "hotpatch.followRamp"),
        .same("apps/{app}/hotpatches/{id}/ramp/stop", "hotpatch.leaveRamp"),
    ]

    private static let patchKeys: [AutomationAction] = [
        .same("apps/{app}/hotpatch-keys", "hotpatchKey.make"),
        .form("apps/{app}/hotpatch-keys/import", does: "POST apps/{app}/hotpatch-keys/import", "hotpatchKey.import"),
        .same("apps/{app}/hotpatch-keys/{id}/rotation", "hotpatchKey.make"),
        .same("apps/{app}/hotpatch-keys/{id}/activation", "hotpatchKey.activate"),
        .same("apps/{app}/hotpatch-keys/{id}/retirement", "hotpatchKey.retire"),
        .same("apps/{app}/hotpatch-keys/{id}/restoration", "hotpatchKey.restore"),
        .only("POST apps/{app}/hotpatch-keys/{id}/key-export", "hotpatchKey.export"),
        .form("apps/{app}/hotpatch-conversion", does: "POST apps/{app}/hotpatch-conversion", "hotpatchKey.convert", command: "console hotpatch pack"),
    ]
}
