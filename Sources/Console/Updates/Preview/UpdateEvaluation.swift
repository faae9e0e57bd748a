import Formats
import Foundation
import Web

/// What a device would be told, and why: every release that it was held against.
struct UpdateEvaluation: Codable, Sendable {
    let answer: UpdateAnswer
    /// Id of the release that decided; null for none.
    let release: OrNull<String>
    /// The device as it was asked for, with what its logs tell besides.
    var device: UpdateAsker
    /// Whether logs told of the device.
    let known: Bool
    /// In the order in which they were held against it; those behind the one that decided, too.
    var trace: [UpdateTrace]

    /// Without telephone numbers and mail addresses that the logs tell.
    /// - Parameter user: that was asked for.
    func masked(asked user: String) -> UpdateEvaluation {
        var evaluation = self
        evaluation.device = device.masked(asked: user)
        evaluation.trace = trace.map { $0.masked() }
        return evaluation
    }
}

/// A device, as far as releases look at it; what is not known is empty.
struct UpdateAsker: Codable, Sendable, Equatable {
    var device: String
    var version: String
    var user: String
    var model: String
    var osVersion: String
    var network: String
    var channel: String
    var city: String

    /// What is not said is taken from the logs.
    func completed(by known: TelemetryKnownDevice?) -> UpdateAsker {
        guard let known else { return self }
        var asker = self
        if asker.version.isEmpty { asker.version = known.version }
        if asker.user.isEmpty { asker.user = known.user }
        if asker.model.isEmpty { asker.model = known.model }
        if asker.osVersion.isEmpty { asker.osVersion = known.osVersion }
        if asker.channel.isEmpty { asker.channel = known.channel }
        return asker
    }

    /// Without a user whom nobody asked for, where the id is a telephone number or mail address: it goes back into the form, so half of it would be wrong.
    func masked(asked user: String) -> UpdateAsker {
        var asker = self
        if self.user != user, PersonalMask.masked(self.user) != self.user { asker.user = "" }
        return asker
    }

    func rollout(_ platform: Platform) -> RolloutDevice {
        RolloutDevice(
            platform: platform,
            version: version,
            device: device,
            user: user,
            model: model,
            osVersion: osVersion,
            network: network,
            channel: channel,
            city: city
        )
    }
}

/// One release held against one device.
struct UpdateTrace: Codable, Sendable {
    let id: String
    let version: String
    let mode: UpdateMode
    let state: UpdateState
    /// Null for the release that decides.
    let obstacle: OrNull<UpdateObstacle>
    var findings: [RolloutFinding]

    fileprivate func masked() -> UpdateTrace {
        var trace = self
        trace.findings = findings.map { $0.masked() }
        return trace
    }
}

extension UpdatePreviews {
    /// - Parameter draft: id of a release that counts as if it were published.
    /// - Throws: `notFound` for the draft.
    func evaluate(_ asked: UpdateAsker, on platform: Platform, of app: App, draft: String?) async throws -> UpdateEvaluation {
        let now = updates.clock.now
        let known = asked.device.isEmpty ? nil : try await devices.device(asked.device, of: app.id, platform)
        let asker = asked.completed(by: known)
        let device = asker.rollout(platform)
        let releases = try await considered(app.id, platform, draft, now)
        var (decided, trace): (Update?, [UpdateTrace]) = (nil, [])
        for (update, users) in releases {
            let offer = UpdateOffer(update, users: users)
            var obstacle = offer.obstacle(device, at: now, RolloutBuckets(device: device.device))
            if obstacle == nil, decided != nil { obstacle = .otherFirst }
            if obstacle == nil, offer.countsPlaces, try await isWithoutPlace(update, device.device) { obstacle = .windowFull }
            if obstacle == nil { decided = update }
            trace.append(UpdateTrace(update, obstacle, offer.findings(device, users), at: now))
        }
        return UpdateEvaluation(
            answer: decided.map { UpdateAnswer($0, device) } ?? .nothingNewer(than: device.version.text),
            release: OrNull(decided?.id),
            device: asker,
            known: known != nil,
            trace: trace
        )
    }

    /// In the order in which devices are held against them.
    private func considered(
        _ app: String,
        _ platform: Platform,
        _ draft: String?,
        _ now: Date
    ) async throws -> [(update: Update, users: RolloutUsers)] {
        let releases = try await running(app, platform, now)
        guard let draft, !releases.contains(where: { $0.update.id == draft }) else { return releases }
        let drafted = try await updates.update(draft, of: app)
        guard drafted.plan.platform == platform else { return releases }
        let users = try await updates.users(draft, of: app)
        return (releases + [(update: drafted, users: users)]).sorted { UpdateProgram.comesBefore($0.update, $1.update) }
    }

    /// Whether the window is full of others. Looking takes no place.
    private func isWithoutPlace(_ update: Update, _ device: String) async throws -> Bool {
        guard let limit = update.plan.window?.limit, update.taken >= limit else { return false }
        return try await updates.database.read { try $0.withPlaces([device], in: update.windowKey).isEmpty }
    }
}

extension UpdateTrace {
    fileprivate init(_ update: Update, _ obstacle: UpdateObstacle?, _ findings: [RolloutFinding], at now: Date) {
        self.init(
            id: update.id,
            version: update.plan.version,
            mode: update.plan.mode,
            state: update.state(at: now),
            obstacle: OrNull(obstacle),
            findings: findings
        )
    }
}

extension UpdateAnswer {
    fileprivate init(_ update: Update, _ device: RolloutDevice) {
        let isForced = update.plan.forceBelow.map { device.version < RolloutVersion($0) } ?? false
        self.init(update.plan, status: (isForced ? .force : update.plan.upgradeType).status)
    }
}

extension UpdateOffer {
    /// Each thing that the release asks of a device, with what was found.
    fileprivate func findings(_ device: RolloutDevice, _ users: RolloutUsers) -> [RolloutFinding] {
        let isNewer = device.version.isKnown && device.version < version
        var findings = [RolloutFinding(.version, .within, wanted: "< \(version.text)", found: device.version.text, holds: isNewer)]
        switch audience {
        case .users:
            let isNamed = users.contains(device.user)
            findings.append(RolloutFinding(.user, .oneOf, wanted: "… (\(users.count))", found: device.user, holds: isNamed))
        case .share(let salt, let limit):
            let share = RolloutShare(percentage: Double(limit) / 100, salt: String(decoding: salt.dropLast(), as: UTF8.self))
            findings.append(RolloutFinding(.share(share), device))
        case .everybody, .window: break
        }
        findings += rule.trace(device)
        if let networks {
            // What is not known stands in nobody's way.
            let isOn = device.network.isEmpty || networks.holds(for: device)
            findings.append(RolloutFinding(.network, .oneOf, wanted: networks.wanted, found: device.network, holds: isOn))
        }
        return findings
    }
}
