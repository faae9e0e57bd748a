import Foundation
import Storage

/// Answers devices that ask for patches, and takes what they say of them.
struct HotpatchServing: Sendable {
    let index: HotpatchIndex
    let exposures: HotpatchExposures
    let spared: HotpatchSpared
    let reports: HotpatchReports
    /// Where it is noted who was offered which patch, compared or not.
    let told: Exposures

    var operations: [GatewayOperation] {
        [
            GatewayOperation(raw: "alipay.client.getUnionResource", offer),
            GatewayOperation("mpaas.hotpatch.report", changesState: true, bodyLimit: 4_096, report),
        ]
    }

    // MARK: asking

    @Sendable private func offer(_ call: GatewayCall) async throws -> [UInt8] {
        let request = try HotpatchRequest(call)
        let device = RolloutDevice(request.device, call)
        guard let program = index.program(call.app.id, device.platform) else { return HotpatchAnswer.none }
        if let current = request.current, let number = program.withdrawn(current) { return HotpatchAnswer.rollback(number) }
        guard let offer = program.offer(for: device) else { return HotpatchAnswer.none }
        let verdict = offer.verdict(device, at: call.receivedAt, RolloutBuckets(device: device.device)) {
            spared.isSpared(app: offer.app, release: offer.release, device: device.device)
        }
        guard verdict.isDecided, let answer = offer.answer(to: call.secret) else { return HotpatchAnswer.none }
        note(verdict, offer, device, call.receivedAt)
        if verdict.isOffered { told.note(app: offer.app, .patch, subject: offer.release, device, at: call.receivedAt) }
        // Who has it already needs no second one.
        return verdict.isOffered && request.current != "\(offer.number)" ? answer : HotpatchAnswer.none
    }

    private func note(_ verdict: HotpatchOffer.Verdict, _ offer: HotpatchOffer, _ device: RolloutDevice, _ now: Date) {
        switch verdict {
        case .named:
            if !device.device.isEmpty { reports.noteOffered(offer.app, offer.release, device.device, at: now) }
        case .share(let bucket, _):
            guard offer.isGuarded, let arm = HotpatchCohort.arm(bucket: bucket, percentage: offer.percentage) else { return }
            exposures.note(
                app: offer.app,
                release: offer.release,
                platform: offer.platform,
                device: device.device,
                version: device.version.text,
                arm: arm,
                bucket: bucket,
                at: Int64(now.milliseconds)
            )
        case .kept: break
        }
    }

    // MARK: telling

    struct Report: Decodable, Sendable {
        /// Of the patch.
        let version: String
        let event: String
        let code: String?
        let did: String?
    }

    struct Taken: Encodable, Sendable, Equatable {
        let accepted: Bool
        /// Why it was not.
        let reason: HotpatchIgnored?
    }

    @Sendable private func report(_ report: Report, _ call: GatewayCall) async throws -> Taken {
        let code = report.code ?? ""
        guard let event = HotpatchDeviceReport.Event(rawValue: report.event), event != .offered else {
            throw GatewayRefusal(.badFormat, "event is downloaded, applied, failed or rolledback")
        }
        guard code.utf8.count <= HotpatchDeviceReport.longestCode, code.isOneLine else {
            throw GatewayRefusal(.badFormat, "code is one line of at most \(HotpatchDeviceReport.longestCode) bytes")
        }
        let device = RolloutDevice(platform: call.platform.platform, device: report.did ?? call.device).device
        guard NewBadgeAudience.isDevice(device) else { return ignore(.noDevice, call) }
        guard let number = Int(report.version), let known = index.program(call.app.id, call.platform.platform)?.known[number] else {
            return ignore(.unknownVersion, call)
        }
        // A device outside the percentage can have been given it by name only: that was written down when it was.
        let isIn = RolloutBuckets(device: device).isIn(known.salt[...], known.buckets)
        let row = HotpatchDeviceReport(app: known.app, release: known.release, device: device, event: event, at: call.receivedAt, code: code)
        switch try await reports.take(row, isCertain: isIn) {
        case true: return Taken(accepted: true, reason: nil)
        case false: return ignore(.neverOffered, call)
        }
    }

    private func ignore(_ reason: HotpatchIgnored, _ call: GatewayCall) -> Taken {
        reports.ignore(call.app.id, reason)
        return Taken(accepted: false, reason: reason)
    }
}

extension HotpatchOffer.Verdict {
    /// Nothing but the percentage stands between the device and the patch.
    fileprivate var isDecided: Bool {
        if case .kept = self { false } else { true }
    }

    var isOffered: Bool {
        switch self {
        case .named: true
        case .share(_, let isIn): isIn
        case .kept: false
        }
    }
}
