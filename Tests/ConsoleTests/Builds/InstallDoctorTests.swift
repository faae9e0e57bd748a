import Foundation
import Storage
import Testing

@testable import Console

/// What the doctor says, from what is known of package and phone.
struct InstallDoctorTests {
    private static let now = Date(timeIntervalSince1970: 1_795_228_800)
    private static let listed = "00008110-000A1B2C3D4E5F60"

    private func build(_ kind: BuildKind, minOS: String = "15.0", _ change: (inout BuildFacts) -> Void = { _ in }) -> Build {
        var facts = BuildFacts(kind: kind, identifier: "com.example.demo", version: "1.0", buildNumber: "1", displayName: "Demo", minOS: minOS)
        change(&facts)
        return Build(
            id: "1",
            app: "demo",
            platform: kind.platform,
            kind: kind,
            identifier: facts.identifier,
            version: "1.0",
            buildNumber: "1",
            displayName: "Demo",
            minOS: minOS,
            size: 1,
            sha256: BlobID(of: []),
            md5: "",
            icon: nil,
            facts: facts,
            fileName: "",
            installCode: "",
            state: .current,
            composition: .none,
            notes: "",
            request: nil,
            createdAt: Self.now,
            createdBy: "ann"
        )
    }

    private func profile(_ kind: BuildProfile.Kind, endsIn days: Double = 300, allDevices: Bool = false) -> BuildProfile {
        BuildProfile(
            name: "Demo",
            uuid: "u",
            kind: kind,
            teamId: "T",
            teamName: "Team",
            createdAt: Self.now,
            expiresAt: Self.now.addingTimeInterval(days * 86_400),
            devices: [Self.listed],
            allDevices: allDevices,
            entitlements: [:]
        )
    }

    private func words(_ build: Build, _ agent: String, device: String = "", secure: Bool = true, stops: Bool = true) -> [InstallWord] {
        InstallDoctor(build: build, now: Self.now).of(InstallVisitor(userAgent: agent), device: device, secure: secure)
            .filter { !stops || $0.grade == .stops }.map(\.word)
    }

    @Test func profilesSayWhoMay() {
        let adHoc = build(.ipa) { $0.signing.profile = profile(.adHoc) }
        #expect(words(adHoc, InstallAgents.iPhone) == [])
        #expect(words(adHoc, InstallAgents.iPhone, stops: false) == [.deviceUnknown])
        #expect(words(adHoc, InstallAgents.iPhone, device: Self.listed.lowercased(), stops: false) == [.deviceListed])
        #expect(words(adHoc, InstallAgents.iPhone, device: "00008120-00FFFFFFFFFFFFFF") == [.deviceMissing])
        #expect(words(adHoc, InstallAgents.iPhone, device: "my phone", stops: false) == [.deviceUnread])
        let enterprise = build(.ipa) { $0.signing.profile = profile(.enterprise, allDevices: true) }
        #expect(words(enterprise, InstallAgents.iPhone, device: "00008120-00FFFFFFFFFFFFFF", stops: false) == [.trust])
    }

    @Test func whatIsWrongWithThePackageStopsEverybody() {
        #expect(words(build(.ipa), InstallAgents.iPhone) == [.noProfile])
        #expect(words(build(.ipa) { $0.signing.profile = profile(.appStore) }, InstallAgents.iPhone) == [.storeOnly])
        #expect(words(build(.ipa) { $0.signing.profile = profile(.adHoc, endsIn: -1) }, InstallAgents.iPhone) == [.profileExpired])
        #expect(words(build(.apk, minOS: "21"), InstallAgents.android) == [.notSigned])
        #expect(words(build(.aab, minOS: "21"), InstallAgents.android) == [.bundle])
        let ended = BuildCertificate(sha256: "", subject: "", issuer: "", validFrom: Self.now, validUntil: Self.now.addingTimeInterval(-1))
        let expired = build(.ipa) {
            $0.signing.profile = profile(.adHoc)
            $0.signing.certificates = [ended]
        }
        #expect(words(expired, InstallAgents.iPhone) == [.certificateExpired])
        let ending = build(.ipa) { $0.signing.profile = profile(.enterprise, endsIn: 10, allDevices: true) }
        #expect(words(ending, InstallAgents.iPhone, stops: false) == [.profileEnding, .trust])
    }

    @Test func thePhoneMayBeWrong() {
        let signed = build(.apk, minOS: "35") { $0.signing.schemes = ["v2"] }
        #expect(words(signed, InstallAgents.android) == [.tooOld])
        #expect(words(signed, InstallAgents.iPhone) == [.otherPlatform])
        #expect(words(build(.apk, minOS: "34") { $0.signing.schemes = ["v2"] }, InstallAgents.android) == [])
        let old = build(.apk, minOS: "21") {
            $0.signing.schemes = ["v1"]
            $0.targetOS = "34"
        }
        #expect(words(old, InstallAgents.android) == [.oldSignature])
        #expect(words(build(.apk, minOS: "21") { $0.signing.schemes = ["v2"] }, InstallAgents.wechat) == [.inApp])
        #expect(words(build(.hap, minOS: "50000018"), InstallAgents.harmony) == [.tooOld])
        #expect(words(build(.hap, minOS: "50000017"), InstallAgents.harmony) == [])
        let ended = build(.hap, minOS: "12") { $0.signing.profile = profile(.development, endsIn: -1) }
        #expect(words(ended, InstallAgents.harmony) == [.profileExpired])
        let pad = build(.ipa) {
            $0.signing.profile = profile(.enterprise, allDevices: true)
            $0.devices = ["ipad"]
        }
        #expect(words(pad, InstallAgents.iPhone) == [.otherDevice])
        #expect(words(pad, InstallAgents.iPhone, device: "iPad Pro") == [])
        let new = build(.ipa, minOS: "18.0") { $0.signing.profile = profile(.enterprise, allDevices: true) }
        #expect(words(new, InstallAgents.iPhone, secure: false) == [.plainHTTP, .tooOld])
    }
}
