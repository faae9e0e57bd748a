import Foundation
import Storage
import Web

/// Devices and users of an app: found, and put together from all that the rooms know of each. It keeps nothing itself.
struct Devices: Sendable {
    let directory: TelemetryDirectory
    let crashes: CrashGroups
    let push: PushDevices
    let diagnosis: Diagnosis
    let feedback: FeedbackInbox
    let exposures: Exposures
    let clock: Clock

    /// Days that a device's activity is shown of.
    static let days = 30
    static let mostTold = 100
    /// Groups, tasks, feedback of one device.
    static let most = 20
    /// Users that are found by the beginning of their names.
    static let mostUsers = 20
    /// Characters of an id from outside.
    static let longest = 128

    // MARK: finding

    /// The last heard of first; of those whose names begin alike, by name.
    func list(of app: String, _ search: TelemetryDeviceSearch, _ place: ListPlace) async throws -> List<TelemetryDeviceFacts> {
        try await directory.devices(of: app, search, place)
    }

    /// By name.
    func users(of app: String, beginning: String, limit: Int = Devices.mostUsers) async throws -> [TelemetryUserFacts] {
        try await directory.users(of: app, beginning: beginning, limit: limit)
    }

    /// A device's or user's name, or the beginning of one, as somebody typed it.
    /// - Throws: `invalid` for what is too long to be one.
    static func given(_ field: String, _ text: String?) throws -> String {
        let text = text?.trimmingCharacters(in: .whitespaces) ?? ""
        guard text.unicodeScalars.count <= longest, !text.utf8.contains(0) else {
            throw Problem.invalid(field, "devices.long", ["limit": "\(longest)"])
        }
        return text
    }

    // MARK: one

    /// - Throws: `notFound` for what cannot be a name.
    func device(_ id: String, of app: App) async throws -> DeviceDetail {
        try Self.check(id)
        let platforms = try await directory.device(id, of: app.id)
        let bound = try await push.known(id, of: app.id)
        let told = try await exposures.told(id, of: app.id, limit: Self.mostTold)
        let hits = try await crashes.hits(device: id, of: app.id, limit: Self.most)
        let tasks = try await tasks(id, of: app.id)
        let feedback = try await feedback(FeedbackFilter(device: id), of: app.id)
        return DeviceDetail(
            device: id,
            known: !platforms.isEmpty || bound != nil || !told.isEmpty || !hits.isEmpty || !tasks.isEmpty || !feedback.isEmpty,
            platforms: platforms,
            activity: try await activity(platforms, of: app),
            told: told,
            crashes: hits,
            diagnostics: tasks,
            feedback: feedback,
            push: OrNull(bound.map(DevicePush.init))
        )
    }

    /// - Throws: as `device`.
    func user(_ id: String, of app: App) async throws -> DeviceUserDetail {
        try Self.check(id)
        let devices = try await directory.devices(ofUser: id, in: app.id)
        let bound = try await push.known(user: id, of: app.id).map(\.id)
        let hits = try await crashes.hits(user: id, of: app.id, limit: Self.most)
        let tasks = try await tasks(id, of: app.id)
        let feedback = try await feedback(FeedbackFilter(user: id), of: app.id)
        let others = bound.filter { id in !devices.contains { $0.device == id } }
        return DeviceUserDetail(
            userId: id,
            known: !devices.isEmpty || !bound.isEmpty || !hits.isEmpty || !tasks.isEmpty || !feedback.isEmpty,
            devices: devices,
            pushDevices: others,
            crashes: hits,
            diagnostics: tasks,
            feedback: feedback
        )
    }

    private static func check(_ id: String) throws {
        guard (1...longest).contains(id.unicodeScalars.count), id.isOneLine else { throw Problem.notFound }
    }

    private func activity(_ platforms: [TelemetryDeviceFacts], of app: App) async throws -> [DeviceActivity] {
        var activity: [DeviceActivity] = []
        for facts in platforms {
            let days = try await directory.days(of: facts, in: app.id, today: app.day(of: clock.now), days: Self.days)
            activity.append(DeviceActivity(platform: facts.platform, days: days))
        }
        return activity
    }

    private func tasks(_ who: String, of app: String) async throws -> [DiagnosisTask] {
        try await diagnosis.list(of: app, DiagnosisFilter(who: who), try ListPlace(limit: Self.most, cursor: nil)).items
    }

    private func feedback(_ filter: FeedbackFilter, of app: String) async throws -> [DeviceFeedback] {
        try await feedback.list(of: app, filter, try ListPlace(limit: Self.most, cursor: nil)).items.map(DeviceFeedback.init)
    }
}
