extension AutomationAction {
    /// Apps, their platforms, and what they keep.
    static let apps: [AutomationAction] = [
        .same("apps", "app.create", "package.create", command: "console app create"),
        .form("apps/{app}/first-version", does: "POST apps/{app}/platforms/{platform}/details", "app.editPlatform"),
        .same("apps/{app}/details", "app.edit"),
        .same("apps/{app}/archive", "app.archive"),
        .same("apps/{app}/restoration", "app.restore"),
        .form("apps/{app}/deletion", does: "DELETE apps/{app}", "app.delete"),
        .same("apps/{app}/platforms", "app.addPlatform"),
        .same("apps/{app}/platforms/{platform}/details", "app.editPlatform"),
        .same("apps/{app}/platforms/{platform}/secret-reveal", "app.revealSecret", "account.refuseConfirmation"),
        .same("apps/{app}/platforms/{platform}/secret-rotation", "app.rotateSecret", "account.refuseConfirmation"),
        .same("apps/{app}/platforms/{platform}/sentry/limit", "sentry.limit"),
        .same("apps/{app}/platforms/{platform}/sentry/keys", "sentry.addKey"),
        .same("apps/{app}/platforms/{platform}/sentry/keys/{key}/disabling", "sentry.disableKey"),
        .same("apps/{app}/platforms/{platform}/sentry/keys/{key}/enabling", "sentry.enableKey"),
        .same("apps/{app}/log-retention", "log.keep"),
        .same("apps/{app}/personal-data", "app.showPersonal"),
        .same("apps/{app}/log-settings/{platform}/{kind}", "log.configure"),
        .same("apps/{app}/rebuild", "telemetry.rebuild", command: "console telemetry rebuild"),
        .same("apps/{app}/erasures", "telemetry.erase"),
    ]

    /// Members, tokens, log-ins and background jobs.
    static let people: [AutomationAction] = [
        .same("members", "account.invite"),
        .same("members/{id}/roles", "account.setRole"),
        .same("members/{id}/password-link", "account.makeLink", command: "console admin reset-password"),
        .same("members/{id}/suspension", "account.disable"),
        .same("members/{id}/restoration", "account.enable"),
        .same("tokens", "token.create", command: "console token create"),
        .form("tokens/{id}/revocation", does: "DELETE tokens/{id}", "token.revoke"),
        .same("jobs/{id}/cancellation", "job.cancel"),
        .same("jobs/{id}/retry", "job.retry"),
        .form("saved-views", does: "POST saved-views", "view.save"),
        .form("saved-views/{id}", does: "PUT saved-views/{id}", "view.change"),
        .form("saved-views/{id}/deletion", does: "DELETE saved-views/{id}", "view.delete"),
        .form("account/profile", does: "PUT account/profile", "account.edit"),
        .form(
            "account/password",
            does: "POST account/password",
            "account.changePassword",
            "account.refuseConfirmation",
            command: "console admin reset-password"
        ),
        .form("account/sessions/{id}/end", does: "DELETE account/sessions/{id}", "account.logOut"),
        .form("account/sessions/end", does: "DELETE account/sessions", "account.logOutEverywhere"),
        .person("login", "account.logIn", "account.refuseLogIn", because: "a token takes its place"),
        .person("login/again", because: "keeps a form while its sender logs in"),
        .person("logout", "account.logOut", because: "ends this browser's session; a token is revoked"),
        .person("preferences", because: "language, theme and time zone of this browser"),
        .person("setup", "account.setUp", because: "the first person comes by a one-time link", command: "console admin create"),
        .person("password", "account.setPassword", because: "by a one-time link that only its owner has", command: "console admin reset-password"),
        .person("i/{code}", because: "opens an install page in this browser"),
    ]
}
