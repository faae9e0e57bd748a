import Web

extension Apps {
    /// Lets a role, and those above it, read telephone numbers and mail addresses in what devices sent; others see them masked
    /// (``Formats/PersonalMask``).
    public func showPersonalData(from role: Role, of id: String, by actor: Actor) async throws {
        try await change { connection in
            let before = try connection.existingApp(id).personalFrom
            guard before != role else { return }
            try connection.setPersonalFrom(role, of: id)
            try audit.record(
                connection,
                by: actor,
                "app.showPersonal",
                app: id,
                object: id,
                before: ["from": before.rawValue],
                after: ["from": role.rawValue]
            )
        }
    }
}

extension Context {
    /// Whether what is personal in texts of an app's devices is hidden from the asker. A token needs its role's scope too.
    func isMasked(_ app: App) -> Bool { !Policy.role(app.personalFrom).admits(viewer, app: app.id) }
}
