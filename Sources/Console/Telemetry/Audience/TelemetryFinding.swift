import Web

/// Devices and users that a search looks for: by the beginning of their names, capitals and small letters told apart, as indexes have them.
extension TelemetryDirectory {
    /// - Parameter limit: hits of each app at most.
    @Sendable func findDevices(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        let search = TelemetryDeviceSearch(beginning: text.whole)
        return try await database.read { connection in
            try apps.flatMap { app in
                try connection.deviceFacts(app, search, after: nil, limit: limit).map { SearchHit(device: $0, of: app) }
            }
        }
    }

    /// - Parameter limit: hits of each app at most.
    @Sendable func findUsers(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { connection in
            try apps.flatMap { app in
                try connection.userFacts(app, beginning: text.whole, limit: limit).map { SearchHit(user: $0, of: app) }
            }
        }
    }
}

extension SearchHit {
    fileprivate init(device: TelemetryDeviceFacts, of app: String) {
        self.init(
            .device,
            id: device.device,
            app: app,
            platform: device.platform,
            title: device.device,
            detail: [device.mobileModel, device.osVersion, device.version].filter { !$0.isEmpty }.joined(separator: " · "),
            at: device.seenAt,
            href: DevicePath.device(device.device, of: app)
        )
    }

    fileprivate init(user: TelemetryUserFacts, of app: String) {
        self.init(
            .user,
            id: user.userId,
            app: app,
            title: user.userId,
            at: user.seenAt,
            href: DevicePath.user(user.userId, of: app)
        )
    }
}
