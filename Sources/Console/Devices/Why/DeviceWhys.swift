import Foundation
import Storage
import Web

/// Answers why a device got something, or not, by the rooms' own ways of telling. Nothing is given to the device, and no place is taken.
struct DeviceWhys: Sendable {
    let directory: TelemetryDirectory
    let updates: Updates
    let hotpatches: HotpatchPreviews
    let switches: Switches
    let messages: PushMessages
    let push: PushDevices
    let badges: Badges
    let diagnosis: Diagnosis
    let exposures: Exposures
    let clock: Clock

    static let mostTold = 10
    /// Messages, dots and tasks that are looked at where none is named.
    static let mostCases = 20
    /// Switches of one answer.
    static let mostSwitches = 200
    /// What the form offers to ask about.
    static let mostChoices = 100

    /// Nothing is held against nobody.
    /// - Throws: `notFound` for the subject.
    func why(_ asked: DeviceWhyAsked, of app: App) async throws -> DeviceWhy {
        let subject = try await subject(of: asked, app)
        let all = asked.isEmpty ? [] : try await exposures.told(subject.device.device, of: app.id, limit: Exposures.mostTold)
        let told = all.filter { $0.kind == asked.kind }
        let cases = asked.isEmpty ? [] : try await cases(subject.device, asked, told: told.map(\.subject), of: app)
        return DeviceWhy(
            kind: asked.kind,
            device: subject.device,
            known: subject.known,
            others: subject.others,
            told: Array(told.prefix(Self.mostTold)),
            cases: cases.map { found in
                var found = found
                found.toldAt = OrNull(told.last { $0.subject == found.subject }?.at)
                return found
            }
        )
    }

    /// Where nothing is named: what may reach the device now, and the releases it was told of that have ended since.
    private func cases(
        _ device: TelemetryDeviceFacts,
        _ asked: DeviceWhyAsked,
        told: [String],
        of app: App
    ) async throws -> [DeviceWhyCase] {
        var found = try await cases(device, asked.kind, asked.subject, of: app)
        guard asked.subject == nil, [.update, .patch].contains(asked.kind) else { return found }
        for id in told where !found.contains(where: { $0.subject == id }) { found += try await cases(device, asked.kind, id, of: app) }
        return found
    }

    private func cases(_ device: TelemetryDeviceFacts, _ kind: ExposureKind, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        switch kind {
        case .update: try await updateCases(device, id, of: app)
        case .patch: try await patchCases(device, id, of: app)
        case .switches: try await switchCases(device, id, of: app)
        case .push: try await pushCases(device, id, of: app)
        case .badge: try await badgeCases(device, id, of: app)
        case .diagnosis: try await diagnosisCases(device, id, of: app)
        }
    }
}
