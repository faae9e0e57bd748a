import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct PackageVerbTests {
    @Test func aPlanHoldsAllThatIsNeededAndStoresNothing() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let plan = try await room.packages.check(PackageRoom.choice("MPHttpClient"), of: room.app, publicURL: PackageRoom.url)
            #expect(!plan.isBlocked && plan.problems.isEmpty && plan.previous.value == nil)
            #expect(plan.modules.map(\.version.module) == ["MPBase", "MPLog", "MPHttpClient"])
            #expect(plan.difference.added.map(\.name) == ["MPBase", "MPHttpClient", "MPLog"])
            #expect(plan.size == plan.modules.reduce(0) { $0 + $1.version.artifact.size } && plan.size > 0)
            #expect(plan.version.value?.wholeMatch(of: #/custom-[0-9a-f]{8}/#) != nil)
            #expect(try await room.packages.list("demo", platform: nil, ListPlace(limit: nil, cursor: nil)).total == 0)
            let package = try await room.create(PackageRoom.choice("MPHttpClient"))
            #expect(package.version == plan.version.value)
        }
    }

    @Test func packagesAreNumberedAndListedNewestFirst() async throws {
        try await PackageRoom.run(platforms: ["ios", "android"]) { room in
            try await room.fill()
            try await room.publish("MPBase", on: .android)
            for name in ["MPBase", "MPLog", "MPCommonUI"] {
                try await room.create(PackageRoom.choice(name))
                room.console.clock.advance(by: 1)
            }
            let android = try await room.create(PackageRoom.choice("MPBase", on: .android))
            #expect(android.number == 1 && android.state == .waiting && android.createdBy == "ann@example.com")
            let first = try await room.packages.list("demo", platform: .ios, ListPlace(limit: 2, cursor: nil))
            #expect(first.items.map(\.number) == [3, 2] && first.total == 3)
            let rest = try await room.packages.list("demo", platform: .ios, ListPlace(limit: 2, cursor: first.next.value))
            #expect(rest.items.map(\.number) == [1] && rest.next.value == nil)
            #expect(rest.items[0].modules == [PackageModule(name: "MPBase", version: "1.0.0", direct: true)])
            #expect(first.items[0].modules.map { "\($0.name) \($0.direct)" } == ["MPBase false", "MPCommonUI true"])
            #expect(try await room.packages.latest("demo", .android)?.id == android.id)
            #expect(try await room.packages.latest("demo", .harmony) == nil)
            #expect(try await room.packages.holding("MPBase", "1.0.0", .ios) == PackageHolders(packages: 3, apps: 1))
        }
    }

    @Test func theChoiceAndItsAuditEntryAreThere() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let choice = PackageChoice(
                platform: .ios,
                modules: [ModuleChoice("MPLog", "1.0.0")],
                minimumOS: "12.0",
                acceptedLicences: ["GPL-3.0-only"]
            )
            let package = try await room.create(choice)
            #expect(package.chosen == choice.modules && package.minimumOS.value == "12.0" && package.baseline.value == nil)
            let entries = try await room.console.api(.get, "/audit?action=package.create").json(List<AuditRecord>.self).items
            #expect(entries.map(\.object) == [package.id])
            #expect(entries[0].after == ["platform": "ios", "version": package.version, "modules": "MPLog 1.0.0"])
            let job = try await room.console.server.jobs.job(package.job)
            #expect(job.kind == "package.write" && job.app.value == "demo" && job.state == .waiting)
        }
    }

    @Test func whatCannotBeHadIsRefusedWithEveryReason() async throws {
        try await PackageRoom.run { room in
            try await room.publish("Base")
            try await room.publish("Base", "2.0.0")
            try await room.publish("Low", needs: #""dependencies":[{"module":"Base","versions":"<2"}]"#)
            try await room.publish("High", needs: #""dependencies":[{"module":"Base","versions":">=2"}]"#)
            let refusal = await problem { try await room.create(PackageRoom.choice("Low", "High")) }
            let keys = Set(refusal?.rejections.map(\.message.key) ?? [])
            #expect(
                refusal?.kind == .invalid
                    && keys.isSuperset(of: ["packages.problem.versions", "packages.reason.depends", "packages.wayOut.leaveOut"])
            )
            #expect(refusal?.rejections.allSatisfy { $0.field.hasPrefix("modules") } == true)
            let plan = try await room.packages.check(PackageRoom.choice("Low", "High"), of: room.app, publicURL: PackageRoom.url)
            #expect(plan.isBlocked && plan.version.value == nil && plan.difference.isEmpty)
            #expect(try await room.packages.latest("demo", .ios) == nil)
        }
    }

    @Test(arguments: [
        (#"{"platform":"ios","modules":[]}"#, "modules", "packages.modules.none"),
        (#"{"platform":"ios","modules":[{"name":"MPLog"},{"name":"mplog"}]}"#, "modules.1", "packages.modules.twice"),
        (#"{"platform":"android","modules":[{"name":"MPLog"}]}"#, "platform", "packages.platform.missing"),
        (#"{"platform":"ios","modules":[{"name":"MPLog"}],"baseline":"x"}"#, "baseline", "packages.baseline.unknown"),
        (#"{"platform":"ios","modules":[{"name":"MPLog"}],"minimumOS":"iOS 9"}"#, "minimumOS", "packages.minimumOS.invalid"),
        (#"{"platform":"ios","modules":[{"name":"MPLog"}],"acceptedLicences":["a\nb"]}"#, "acceptedLicences", "packages.licences.invalid"),
        (#"{"platform":"ios","modules":[{"name":"MPNone"}]}"#, "modules.0", "packages.problem.unknownModule"),
        (#"{"platform":"ios","modules":[{"name":"MPLog","version":"7"}]}"#, "modules.0", "packages.problem.unknownVersion"),
    ])
    func whatIsNoChoiceIsRefused(text: String, field: String, key: String) async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let choice = try JSONDecoder().decode(PackageChoice.self, from: Data(text.utf8))
            let refusal = await problem { try await room.create(choice) }
            #expect(refusal?.rejections.first.map { "\($0.field) \($0.message.key)" } == "\(field) \(key)")
        }
    }

    @Test func theSamePressTwiceMakesOnePackage() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let first = try await room.create(PackageRoom.choice("MPLog"), after: 0)
            #expect(try await room.create(PackageRoom.choice("MPLog"), after: 0).id == first.id)
            let refusal = await problem { try await room.create(PackageRoom.choice("MPCommonUI"), after: 0) }
            #expect(refusal?.kind == .conflict && refusal?.detail.key == "packages.create.stale")
            #expect(try await room.create(PackageRoom.choice("MPCommonUI"), after: 1).number == 2)
        }
    }

    @Test func anArchivedAppIsNotPackagedFor() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            try await room.console.server.apps.archive("demo", by: PackageRoom.actor)
            #expect(await problem { try await room.create(PackageRoom.choice("MPLog")) }?.detail.key == "packages.archived")
        }
    }

    @Test func theDifferenceTellsWhatAProjectHasToChange() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let old = try await room.create(PackageRoom.choice("MPLog", "MPCommonUI"))
            try await room.publish("MPLog", "1.1.0", needs: #""dependencies":[{"module":"MPBase","versions":"*"}]"#)
            let new = try await room.create(PackageRoom.choice("MPHttpClient"))
            let difference = try await room.packages.difference(from: old.id, to: new.id, of: "demo")
            #expect(difference.added.map(\.name) == ["MPHttpClient"] && difference.removed.map(\.name) == ["MPCommonUI"])
            #expect(difference.changed == [PackageChange(name: "MPLog", from: "1.0.0", to: "1.1.0", raised: true)])
            #expect(difference.addedSystemFrameworks == ["libz.tbd"] && difference.addedResources.isEmpty)
            #expect(difference.addedThirdParty.map(\.name) == ["SecurityGuardSDK", "zlib"])
            let back = try await room.packages.difference(from: new.id, to: old.id, of: "demo")
            #expect(back.changed.map(\.raised) == [false] && back.addedResources == ["APCommonUI.bundle"])
            #expect(try await room.packages.difference(from: new.id, to: new.id, of: "demo").isEmpty)
            #expect(await problem { try await room.packages.difference(from: "none", to: new.id, of: "demo") } == .notFound)
        }
    }

    @Test func aDeletedAppLeavesNoArchive() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.ready(PackageRoom.choice("MPLog"))
            let blob = try #require(package.sha256.value.flatMap { BlobID($0) })
            let waiting = try await room.create(PackageRoom.choice("MPCommonUI"))
            let server = room.console.server
            try await server.apps.delete("demo", confirming: "demo", erasing: server.eraseTraces(of:), by: PackageRoom.actor)
            #expect(try await server.blobs.size(blob) == nil)
            #expect(await problem { try await room.packages.package(package.id, of: "demo") } == .notFound)
            #expect(try await !room.worker().tick())
            let job = try? await server.jobs.job(waiting.job)
            #expect(job?.state ?? .cancelled == .cancelled)
            // The modules' own files are the catalogue's.
            let artifact = try #require(server.modules.index.catalogue(.ios).versions(of: "MPLog").first).artifact
            #expect(try await server.blobs.size(artifact.sha256) == artifact.size)
        }
    }
}
