import Foundation
import Testing

@testable import Remote

/// What a person reads, as in the documents.
@Suite struct SDKTextTests {
    @Test func theTableShowsBothSides() async throws {
        let stage = try SDKStage(["mPaaS": [.framework("mPaaS", "1.0.0")], "APOpenSSL": [.framework("APOpenSSL", "1.0.0")]])
        try await stage.run { sdk in
            _ = try await sdk.update([])
            stage.publish(.framework("mPaaS", "1.0.1"), of: "mPaaS")
            stage.publish(.framework("MPDataCenter", "10.0.0"), of: "MPDataCenter")
            let table = try await sdk.table()
            #expect(
                table.text(highlighting: false) == """
                    Framework     Local    Remote
                    APOpenSSL     1.0.0    1.0.0
                    mPaaS         1.0.0    1.0.1 *
                    MPDataCenter  Missing  10.0.0

                    * not the console's version: console sdk update
                    """
            )
            let colourful = table.text(highlighting: true)
            #expect(colourful.contains("\n\u{1B}[30;46mmPaaS         1.0.0    1.0.1\u{1B}[0m\n"))
            #expect(!colourful.contains("*"))
        }
    }

    @Test func theTableWarnsOfWhatShouldNotBeUsed() async throws {
        let stage = try SDKStage([
            "MPBad": [.framework("MPBad", "1.0.0")], "MPOld": [.framework("MPOld", "1.0.0")], "MPGone": [.framework("MPGone", "1.0.0")],
        ])
        try await stage.run { sdk in
            _ = try await sdk.update([])
            stage.change("MPBad") { $0.bad = "loses lines" }
            stage.publish(.framework("MPBad", "1.0.1"), of: "MPBad")
            stage.change("MPOld") { version in
                version.state = "deprecated"
                version.replacement = "MPNew"
            }
            stage.change("MPGone") { $0.state = "withdrawn" }
            #expect(
                try await sdk.table().text(highlighting: false) == """
                    Framework  Local    Remote
                    MPBad      1.0.0    1.0.1 *
                    MPGone     1.0.0    1.0.0
                    MPOld      1.0.0    1.0.0

                    * not the console's version: console sdk update

                    MPBad 1.0.0: bad: loses lines
                    MPGone 1.0.0: withdrawn
                    MPOld 1.0.0: deprecated; take MPNew instead
                    """
            )
        }
        try await stage.run(
            instead: { _ in .json(#"{"items":[],"next":null,"total":0}"#) },
            { sdk in
                let text = try await sdk.table().text(highlighting: false)
                #expect(text.hasSuffix("MPOld 1.0.0: not in this console's catalogue"))
            }
        )
    }

    @Test func aModuleShowsItsVersionsOldestFirst() async throws {
        var (first, second) = (SDKStage.Version.framework("MPHttpClient", "1.0.9"), SDKStage.Version.framework("MPHttpClient", "1.0.10"))
        first.notes = ("初始版本", "Initial version.")
        first.bad = "loses calls"
        second.notes = ("可以指定密钥。", "You can specify a key.")
        second.needs = #"{"dependencies":[{"module":"mPaaS","versions":">=1.0"},{"module":"MPLog"}],"thirdParty":[{"name":"UTDID","version":""}]}"#
        let stage = try SDKStage(["MPHttpClient": [first, second]])
        try await stage.run { sdk in
            _ = try await sdk.update([])
            #expect(
                try await sdk.show("mphttpclient").text == """
                    MPHttpClient.framework is 1.0.10 in local SDK.

                    对NSURLRequest的封装。
                    Encapsulation of NSURLRequest.

                    Versions:

                    1.0.9
                        初始版本
                        Initial version.

                        bad: loses calls

                    1.0.10
                        可以指定密钥。
                        You can specify a key.

                        Dependencies: mPaaS, MPLog, UTDID
                    """
            )
            await #expect(throws: SDKError.self) { try await sdk.show("Nothing") }
        }
    }

    @Test func aModuleThatIsNotHereIsSaidToBe() async throws {
        try await SDKStage(["MPLog": [.framework("MPLog", "1.0.0")]]).run { sdk in
            let text = try await sdk.show("MPLog").text
            #expect(text.hasPrefix("MPLog.framework is missing in local SDK.\n"))
        }
    }

    @Test func terminalsAreNotGivenOrders() async throws {
        var version = SDKStage.Version.framework("MPLog", "1.0.0")
        version.notes = ("a\\u001b]0;evil\\u0007b\\u202Ec", "")
        try await SDKStage(["MPLog": [version]]).run { sdk in
            let text = try await sdk.show("MPLog").text
            #expect(text.contains("    a ]0;evil bc"))
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        }
    }

    @Test func whatIsMissingIsNullForScripts() async throws {
        try await SDKStage(["MPLog": [.framework("MPLog", "1.0.0")]]).run { sdk in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let rows = String(decoding: try encoder.encode(try await sdk.table().modules), as: UTF8.self)
            #expect(rows == #"[{"isCurrent":false,"local":null,"module":"MPLog","remark":null,"remote":"1.0.0"}]"#)
        }
    }

    @Test func anEmptyCatalogueIsSaid() async throws {
        try await SDKStage([:]).run { sdk in
            let text = try await sdk.table().text(highlighting: false)
            #expect(text.hasSuffix(" has no modules for ios"))
        }
    }

    @Test func widthsAreThoseOfATerminal() {
        #expect(RemoteText.width("模块 A") == 6)
        #expect(RemoteText.width("e\u{301}ｱ한\u{200B}") == 4)
        #expect(RemoteText.padded("模块", to: 6) == "模块  ")
    }

    @Test func versionsAreOrderedByTheirNumbers() {
        let versions = ["1.0.10", "1.0.9", "2.0", "2.0-beta.2", "2.0-beta.10", "1.0"]
        #expect(versions.sorted(by: SDKVersionOrder.isOlder) == ["1.0", "1.0.9", "1.0.10", "2.0-beta.2", "2.0-beta.10", "2.0"])
    }
}
