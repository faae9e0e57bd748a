import Foundation
import Signing
import Storage
import Web

/// Sends something to one device at once, outside of any message: nothing of it is kept, and nothing is tried again.
struct PushDirect: Sendable {
    let database: Database
    let doors: PushDoors
    let clock: Clock

    /// Wakes an app and shows nothing.
    /// - Parameter data: stands in the payload's top level.
    /// - Returns: nil for a device that has no token.
    func wake(_ device: String, of app: String, data: [String: String]) async -> PushOutcome? {
        var content = PushContent.empty
        (content.silent, content.ttlSeconds) = (true, 86_400)
        content.data = data.mapValues { .string($0) }
        return await send(content, to: device, of: app)
    }

    private func send(_ content: PushContent, to device: String, of app: String) async -> PushOutcome? {
        guard let bound = try? await database.read({ try $0.pushDevice(app, device) }), bound.state == .bound else { return nil }
        guard let way = try? await doors.way(app, bound.channel, bound.environment) else { return .again(.noConnection) }
        guard case .open(let door) = way else {
            if case .closed(let reason) = way { return .refused(reason) }
            return nil
        }
        guard let payload = try? PushPayload.bytes(for: bound.channel, content, parameters: [:], message: "") else { return .refused(.unfilled) }
        let parcel = PushParcel(
            app: app,
            message: "direct-\(Random.hex(8))",
            device: device,
            token: bound.token,
            platform: bound.platform,
            environment: bound.environment,
            payload: payload,
            isSilent: content.silent,
            collapseId: "",
            expiresAt: clock.now.addingTimeInterval(Double(content.ttlSeconds))
        )
        let outcome = await door.send(parcel)
        await drop(bound, of: app, after: outcome)
        return outcome
    }

    private func drop(_ bound: PushDevice, of app: String, after outcome: PushOutcome) async {
        guard case .refused(let reason, true, let at) = outcome else { return }
        let now = clock.now
        _ = try? await database.write(.readCommitted) { connection in
            try connection.dropPushToken(
                app: app,
                channel: bound.channel,
                token: bound.token,
                reason: reason,
                ifRegisteredBefore: at ?? bound.boundAt.addingTimeInterval(0.001),
                at: now
            )
        }
    }
}
