import Testing

@testable import Console

/// What of modules that fit together still has to be known or agreed to.
@Suite struct ModuleCheckTests {
    private func resolve(_ versions: [ModuleVersion], from system: String? = nil, accepting licences: Set<String> = []) -> ModuleResolution {
        let request = ModuleRequest(chosen: [ModuleChoice("A")], minimumOS: system, acceptedLicences: licences)
        return ModuleCatalogue(versions[0].platform, versions).resolve(request)
    }

    @Test func aSystemLibraryThatIsYoungerThanTheAppsOldestSystemStandsInTheWay() throws {
        let versions = [
            sampleVersion("A", needs: ["Push": "*"]), sampleVersion("Push", libraries: ["UIKit.framework", "UserNotifications.framework"]),
        ]
        let resolution = resolve(versions, from: "9.0")
        let problem = try #require(resolution.problems.first)
        #expect(problem.kind == .systemLibrary && problem.level == .blocking && problem.module == "Push")
        #expect(plain(problem.because) == "chosen A; depends A 1.0 Push *; library Push 1.0 UserNotifications.framework 10.0; appRunsFrom 9.0")
        #expect(plain(problem.waysOut) == "raiseMinimumOS Push 10.0; leaveOut A")
        #expect(!resolve(versions, from: "10.0").isBlocked)
        #expect(resolve(versions).problems.isEmpty)
    }

    @Test func aSystemLibraryThatAppleDoesNotHaveIsNamedWithTheNearest() throws {
        let resolution = resolve([sampleVersion("A", libraries: ["CoreTelefony.framework", "libz.tbd", "libsqlite3.dylib"])])
        #expect(!resolution.isBlocked)
        #expect(plain(try #require(resolution.problems.first).because) == "chosen A; library A 1.0 CoreTelefony.framework CoreTelephony.framework")
        #expect(resolution.problems.count == 1)
        #expect(resolve([sampleVersion("A", libraries: ["okhttp"], platform: .android)]).problems.isEmpty)
    }

    @Test func aLicenceThatAsksForMoreNeedsAYes() throws {
        let versions = [sampleVersion("A", needs: ["G": "*"]), sampleVersion("G", licence: "GPL-3.0-only AND MIT")]
        let problem = try #require(resolve(versions).problems.first)
        #expect(problem.kind == .licence && problem.level == .blocking && problem.module == "G")
        #expect(plain(problem.because) == "chosen A; depends A 1.0 G *; licensed G 1.0 GPL-3.0-only AND MIT")
        #expect(plain(problem.waysOut) == "acceptLicence G GPL-3.0-only; leaveOut A")
        #expect(resolve(versions, accepting: ["gpl-3.0-only"]).problems.isEmpty)
        #expect(resolve(versions, accepting: ["GPL-2.0-only"]).isBlocked)
    }

    @Test func whatIsInsideAnArtifactCountsAndWhatTheProjectAddsItselfDoesNot() throws {
        var needs = ModuleNeeds()
        needs.thirdParty = [
            ModuleThirdParty(name: "Inside", version: "2", licence: "AGPL-3.0-only", included: true),
            ModuleThirdParty(name: "Beside", version: "3", licence: "GPL-2.0-only", included: false),
            ModuleThirdParty(name: "Who", version: "", licence: "", included: true),
        ]
        let resolution = resolve([sampleVersion("A", "1.0", needs)])
        #expect(
            resolution.problems.map { plain([$0.because[$0.because.count - 1]]) } == ["licensed Inside 2 AGPL-3.0-only", "licensed Who NOASSERTION"]
        )
        #expect(resolve([sampleVersion("A", "1.0", needs)], accepting: ["AGPL-3.0-only", "NOASSERTION"]).problems.isEmpty)
    }

    @Test func weakCopyleftAndDeprecationAndAnEndAreWarnings() {
        let versions = [
            sampleVersion("A", "2.0", to: "17.9", licence: "MPL-2.0", replacement: "B"),
            sampleVersion("A", "1.0", state: .deprecated, replacement: "B"), sampleVersion("B"),
        ]
        let newest = resolve(versions)
        #expect(newest.problems.map(\.kind) == [.licence, .maximumOS] && !newest.isBlocked)
        let catalogue = ModuleCatalogue(.ios, versions)
        let old = catalogue.resolve(ModuleRequest(chosen: [ModuleChoice("A", "1.0")]))
        #expect(old.problems.map(\.kind) == [.deprecated] && !old.isBlocked)
        #expect(plain(old.problems[0].waysOut) == "takeVersion A 2.0; replace A B; leaveOut A")
    }

    @Test func whatStandsInTheWayComesFirst() {
        let versions = [
            sampleVersion("A", needs: ["B": "*", "C": "*"]), sampleVersion("B", state: .deprecated), sampleVersion("C", licence: "Mystery-1.0"),
        ]
        #expect(resolve(versions).problems.map(\.level) == [.blocking, .warning])
    }
}
