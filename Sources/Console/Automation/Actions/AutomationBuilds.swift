extension AutomationAction {
    /// Packages of apps, how they come to be, and what they are signed with.
    static let builds: [AutomationAction] =
        [
            .form("apps/{app}/builds", does: "POST apps/{app}/builds", "build.upload", command: "console build upload"),
            .only("PUT apps/{app}/builds/upload", "build.upload"),
            .form("apps/{app}/builds/{id}/notes", does: "PUT apps/{app}/builds/{id}/notes", "build.describe"),
            .same("apps/{app}/builds/{id}/retirement", "build.retire"),
            .same("apps/{app}/builds/{id}/restoration", "build.restore"),
            .form("apps/{app}/builds/{id}/removal", does: "DELETE apps/{app}/builds/{id}", "build.delete"),
            .form("apps/{app}/install-links/{code}", does: "PUT apps/{app}/install-links/{code}", "install.edit"),
            .same("apps/{app}/install-links/{code}/renewal", "install.renew"),
            .script("POST apps/{app}/build-uploads", command: "console build upload"),
            .script("PATCH apps/{app}/build-uploads/{id}"),
            .only("PUT apps/{app}/build-uploads/{id}"),
            .script("POST apps/{app}/build-uploads/{id}/completion", "build.upload"),
            .script("DELETE apps/{app}/build-uploads/{id}"),
            .form("apps/{app}/build-requests", does: "POST apps/{app}/build-requests", "buildRequest.create"),
            .same("apps/{app}/build-requests/{id}/cancellation", "buildRequest.cancel"),
            .same("apps/{app}/build-requests/{id}/retry", "buildRequest.create"),
            .only("POST build-agents/claims", command: "console agent"),
            .only("POST build-requests/{id}/lease"),
            .only("DELETE build-requests/{id}/lease"),
            .only("POST build-requests/{id}/log"),
            .only("PUT build-requests/{id}/artifact", "build.upload"),
            .only("POST build-requests/{id}/result", "buildRequest.succeeded", "buildRequest.failed"),
        ] + CertificatePurpose.allCases.flatMap { certificates("apps/{app}/\($0.path)") }

    private static func certificates(_ list: String) -> [AutomationAction] {
        [
            .form(list, does: "POST \(list)", "certificate.add"),
            .same("\(list)/{id}/details", "certificate.edit"),
            .same("\(list)/{id}/retirement", "certificate.retire"),
            .same("\(list)/{id}/restoration", "certificate.restore"),
            .form("\(list)/{id}/deletion", does: "DELETE \(list)/{id}", "certificate.delete"),
            .only("POST \(list)/{id}/key-export", "certificate.unlock"),
        ]
    }

    /// The catalogue of modules, and packages of them.
    static let modules: [AutomationAction] = [
        .same("modules", "module.create"),
        .form("modules/{name}", does: "PUT modules/{name}", "module.edit"),
        .form("modules/{name}/deletion", does: "DELETE modules/{name}", "module.remove"),
        .form("modules/{name}/upload", does: "PUT module-artifacts", "module.upload"),
        .form("modules/{name}/versions", does: "POST modules/{name}/versions", "module.publish"),
        .same("modules/{name}/versions/{platform}/{version}/deprecation", "module.deprecate"),
        .same("modules/{name}/versions/{platform}/{version}/withdrawal", "module.withdraw"),
        .same("modules/{name}/versions/{platform}/{version}/restoration", "module.restore"),
        .same("modules/{name}/versions/{platform}/{version}/defect", "module.markBad"),
        .same("modules/{name}/versions/{platform}/{version}/defect-removal", "module.clearBad"),
        .form("baselines", does: "POST baselines", "moduleBaseline.freeze"),
        .form("baselines/{platform}/{name}/deletion", does: "DELETE baselines/{platform}/{name}", "moduleBaseline.delete"),
        .form("apps/{app}/packages/new", does: "POST apps/{app}/package-plans"),
        .form("apps/{app}/packages/review", does: "POST apps/{app}/package-plans"),
        .form("apps/{app}/packages", does: "POST apps/{app}/packages", "package.create"),
        .same("apps/{app}/packages/{id}/cancellation", "job.cancel"),
        .same("apps/{app}/packages/{id}/retry", "job.retry"),
        .form("apps/{app}/shipments", does: "POST apps/{app}/shipments", "shipment.record"),
        .form("apps/{app}/shipments/upload", does: "POST apps/{app}/shipments", "shipment.record"),
    ]
}
