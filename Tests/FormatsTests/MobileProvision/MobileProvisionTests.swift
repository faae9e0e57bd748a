import Foundation
import Testing

@testable import Formats

struct MobileProvisionTests {
    private static func content(_ more: String, debug: Bool = false) -> [UInt8] {
        Array(
            """
            <plist><dict><key>Name</key><string>Demo</string><key>UUID</key><string>0B9E</string>
            <key>CreationDate</key><date>2026-01-02T03:04:05Z</date><key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
            <key>TeamIdentifier</key><array><string>T1</string></array><key>TeamName</key><string>Team</string>
            <key>DeveloperCertificates</key><array><data>MAA=</data></array>
            <key>Entitlements</key><dict><key>get-task-allow</key><\(debug)/><key>groups</key><array><string>a</string><string>b</string></array></dict>
            \(more)</dict></plist>
            """.utf8
        )
    }

    private static let named = "<key>ProvisionedDevices</key><array><string>d1</string><string>d2</string></array>"
    private static let all = "<key>ProvisionsAllDevices</key><true/>"

    @Test func aProfileIsRead() throws {
        let profile = try MobileProvision(content: Self.content(Self.named))
        #expect(profile.name == "Demo" && profile.uuid == "0B9E" && profile.teamId == "T1" && profile.teamName == "Team")
        #expect(
            profile.createdAt == Date(timeIntervalSince1970: 1_767_323_045) && profile.expiresAt.timeIntervalSince(profile.createdAt) == 365 * 86_400
        )
        #expect(profile.devices == ["d1", "d2"] && !profile.allDevices && profile.certificates == [[0x30, 0]])
        #expect(profile.entitlements == ["get-task-allow": "false", "groups": "a, b"])
    }

    @Test func theKindIsTold() throws {
        #expect(try MobileProvision(content: Self.content(Self.named, debug: true)).kind == .development)
        #expect(try MobileProvision(content: Self.content(Self.named)).kind == .adHoc)
        #expect(try MobileProvision(content: Self.content(Self.all)).kind == .enterprise)
        #expect(try MobileProvision(content: Self.content("")).kind == .appStore)
    }

    @Test(arguments: ["", "<plist></plist>", "<plist><dict></dict></plist>", "no list", "<?xml version=\"1.0\"?><plist version=\"1.0\">"])
    func anotherContentIsRefused(_ content: String) {
        #expect(throws: FormatError.malformed) { try MobileProvision(content: Array(content.utf8)) }
    }
}
