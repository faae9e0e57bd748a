import Foundation
import Web

/// Says in plain words why a package does not install on a phone, or what has to be done so that it does. Computed from what is known; nothing is
/// asked of the phone.
struct InstallDoctor: Sendable {
    let build: Build
    let now: Date

    private var facts: BuildFacts { build.facts }
    private var profile: BuildProfile? { facts.signing.profile }

    /// What can be said of the package before anybody comes for it.
    /// - Parameter expected: the identifier that the app is set up with; empty when none is.
    func ofPackage(expected: String = "") -> [InstallFinding] {
        var findings: [InstallFinding] = []
        switch build.kind {
        case .ipa: findings += ofProfile
        case .apk where facts.signing.schemes.isEmpty: findings.append(InstallFinding(.notSigned, .stops))
        case .aab: findings.append(InstallFinding(.bundle, .stops))
        case .hap: findings += ofHarmonyProfile
        case .apk: break
        }
        if !expected.isEmpty, expected != build.identifier {
            findings.append(InstallFinding(.otherIdentifier, .warns, ["expected": expected, "identifier": build.identifier]))
        }
        return findings
    }

    private var ofProfile: [InstallFinding] {
        guard let profile else { return [InstallFinding(.noProfile, .stops)] }
        if profile.kind == .appStore { return [InstallFinding(.storeOnly, .stops)] }
        let end = ["date": profile.expiresAt.formatted(.iso8601.year().month().day())]
        if profile.expiresAt <= now { return [InstallFinding(.profileExpired, .stops, end)] }
        let certificates = facts.signing.certificates
        if !certificates.isEmpty, certificates.allSatisfy({ $0.validUntil <= now }) {
            let last = certificates.map(\.validUntil).max() ?? now
            return [InstallFinding(.certificateExpired, .stops, ["date": last.formatted(.iso8601.year().month().day())])]
        }
        return profile.expiresAt <= now.addingTimeInterval(Self.soon) ? [InstallFinding(.profileEnding, .warns, end)] : []
    }

    /// HarmonyOS holds the end of a profile against what is installed by hand; what its market hands out is signed there.
    private var ofHarmonyProfile: [InstallFinding] {
        guard let profile, profile.kind != .appStore, profile.expiresAt <= now else { return [] }
        return [InstallFinding(.profileExpired, .stops, ["date": profile.expiresAt.formatted(.iso8601.year().month().day())])]
    }

    /// Two weeks.
    private static let soon: TimeInterval = 14 * 86_400

    /// What can be said to a visitor: first what stops him.
    /// - Parameters:
    ///   - device: what he typed of his phone: its identifier, or its model.
    ///   - secure: whether the console is reached by https.
    func of(_ visitor: InstallVisitor, device: String, secure: Bool) -> [InstallFinding] {
        var findings = ofPackage()
        if visitor.system != .desktop, visitor.system != InstallSystem(build.platform) {
            return findings + [InstallFinding(.otherPlatform, .stops)]
        }
        if let app = visitor.inApp { findings.append(InstallFinding(.inApp, .stops, ["app": app.rawValue])) }
        if build.kind == .ipa, !secure { findings.append(InstallFinding(.plainHTTP, .stops)) }
        findings += ofSystem(visitor)
        if build.kind == .ipa { findings += ofDevice(device.trimmingCharacters(in: .whitespaces), visitor) }
        findings += left(visitor)
        return findings.filter { $0.grade == .stops } + findings.filter { $0.grade != .stops }
    }

    private func ofSystem(_ visitor: InstallVisitor) -> [InstallFinding] {
        guard let has = visitor.version, !build.minOS.isEmpty else { return [] }
        if RolloutVersion(has) < RolloutVersion(needed) { return [InstallFinding(.tooOld, .stops, ["needs": needed, "has": has])] }
        guard build.kind == .apk, facts.signing.schemes == ["v1"], let target = facts.targetOS.flatMap({ Int($0) }), target >= 30 else { return [] }
        // https://developer.android.com/about/versions/11/behavior-changes-11#minimum-signature-scheme
        return Int(has) ?? 0 >= 30 ? [InstallFinding(.oldSignature, .stops)] : []
    }

    /// HarmonyOS writes its levels as `12`, or with the system's version in front: `50000012`.
    private var needed: String {
        guard build.kind == .hap, let number = Int(build.minOS), number > 1_000 else { return build.minOS }
        return "\(number % 1_000)"
    }

    // MARK: iPhones and iPads

    private func ofDevice(_ typed: String, _ visitor: InstallVisitor) -> [InstallFinding] {
        var findings: [InstallFinding] = []
        let isIdentifier = Self.identifier(typed) != nil
        let model = isIdentifier || typed.isEmpty ? visitor.device : typed
        if let other = otherDevice(model) { findings.append(other) }
        guard let profile, profile.kind != .appStore, !profile.allDevices else { return findings }
        if let identifier = Self.identifier(typed) {
            let isListed = profile.devices.contains { Self.identifier($0) == identifier }
            findings.append(isListed ? InstallFinding(.deviceListed, .fine) : InstallFinding(.deviceMissing, .stops, ["device": typed]))
        } else if !typed.isEmpty, Self.model(typed) == nil {
            findings.append(InstallFinding(.deviceUnread, .warns, ["device": typed]))
        } else {
            findings.append(InstallFinding(.deviceUnknown, .warns, ["count": "\(profile.devices.count)"]))
        }
        return findings
    }

    /// Of an iPhone or iPad: 40 hex digits, or since 2018 8 and 16 with a hyphen between.
    private static func identifier(_ text: String) -> String? {
        let digits = text.lowercased().filter { $0.isHexDigit && $0.isASCII }
        guard [24, 40].contains(digits.count), text.allSatisfy({ ($0.isHexDigit && $0.isASCII) || $0 == "-" }) else { return nil }
        return digits
    }

    private static func model(_ text: String) -> String? {
        ["iphone", "ipad", "ipod"].first { text.lowercased().contains($0) }
    }

    /// iPads run what is made for iPhones; the other way round nothing goes.
    private func otherDevice(_ model: String) -> InstallFinding? {
        guard let family = Self.model(model), family != "ipad", !facts.devices.isEmpty else { return nil }
        let takesPhones = facts.devices.contains { $0.lowercased().contains("iphone") || $0.lowercased().contains("ipod") }
        return takesPhones ? nil : InstallFinding(.otherDevice, .stops, ["devices": facts.devices.joined(separator: ", ")])
    }

    // MARK: what is left to do

    private func left(_ visitor: InstallVisitor) -> [InstallFinding] {
        switch build.kind {
        case .ipa where profile?.kind == .enterprise: [InstallFinding(.trust, .warns, ["team": profile?.teamName ?? ""])]
        case .ipa where profile?.kind == .development: [InstallFinding(.developerMode, .warns)]
        case .apk: [InstallFinding(.unknownSources, .warns)]
        case .hap: [InstallFinding(.harmonyTools, .warns)]
        case .ipa, .aab: []
        }
    }
}
