import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// Releases of builds take address, size and MD5 from them.
struct UpdateBuildTests {
    private static let build = UpdateBuild(
        id: "b1",
        platform: .ios,
        version: "2.4.0",
        buildNumber: "45",
        size: 12_345,
        md5: "0123456789abcdef0123456789abcdef",
        installURL: { "\($0)/i/abc" }
    )

    private func updates(_ room: UpdateRoom) -> Updates {
        let builds = UpdateBuilds(
            find: { id, _ in id == "b1" ? Self.build : nil },
            latest: { _, platform, version in platform == .ios && version == "2.4.0" ? Self.build : nil },
            isOffered: { _, id, _ in id == "b1" },
            recent: { _, _ in [Self.build] }
        )
        return Updates(database: room.console.server.database, audit: room.console.server.audit, clock: room.console.server.clock, builds: builds)
    }

    @Test func aBuildIsEnough() async throws {
        try await UpdateRoom.run { room in
            let updates = updates(room)
            let input = UpdateInput(platform: .ios, build: "b1", message: "m")
            let draft = try await updates.create(input, of: try room.app, zone: .gmt, by: UpdateRoom.ann)
            #expect(draft.plan.version == "2.4.0" && draft.plan.downloadURL.isEmpty)
            #expect(try await updates.view(draft, publicURL: "http://localhost").downloadURL == "http://localhost/i/abc")
            _ = try await updates.publish(draft.id, of: "demo", revision: nil, publicURL: "https://c.example", by: UpdateRoom.ann)
            let answer = try await room.answer("{}", by: updates)
            #expect(answer.downloadURL == "https://c.example/i/abc" && answer.fileSize == 12_345 && answer.fullMd5 == Self.build.md5)
            #expect(answer.newestVersion == "2.4.0")
        }
    }

    /// Or else devices would be sent to a page that has nothing for them.
    @Test func aBuildThatDevicesAreToldOfStays() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk(), name: "app.apk")
            let (updates, app) = (room.server.updates, try room.app)
            let input = UpdateInput(platform: .android, build: build.id, message: "m")
            let update = try await updates.create(input, of: app, zone: .gmt, by: BuildRoom.actor)
            try await room.builds.retire(build.id, of: app.id, by: BuildRoom.actor)
            let gone = await problem { try await updates.publish(update.id, of: app.id, revision: nil, publicURL: "http://h", by: BuildRoom.actor) }
            #expect(gone?.rejections.map(\.field).contains("build") == true)
            try await room.builds.restore(build.id, of: app.id, by: BuildRoom.actor)
            _ = try await updates.publish(update.id, of: app.id, revision: nil, publicURL: "http://h", by: BuildRoom.actor)
            let retired = await problem { try await room.builds.retire(build.id, of: app.id, by: BuildRoom.actor) }
            #expect(retired?.detail.key == "builds.promised")
            _ = try await updates.pause(update.id, of: app.id, by: BuildRoom.actor)
            let deleted = await problem { try await room.builds.delete(build.id, of: app.id, by: BuildRoom.actor) }
            #expect(deleted?.detail.key == "builds.promised")
            _ = try await updates.end(update.id, of: app.id, by: BuildRoom.actor)
            try await room.builds.delete(build.id, of: app.id, by: BuildRoom.actor)
            #expect(try await room.builds.find(build.id, of: app.id) == nil)
        }
    }

    @Test func aVersionFindsItsNewestBuild() async throws {
        try await UpdateRoom.run { room in
            let updates = updates(room)
            let app = try room.app
            let found = try await updates.create(UpdateInput(platform: .ios, version: "2.4.0", message: "m"), of: app, zone: .gmt, by: UpdateRoom.ann)
            #expect(found.plan.build == "b1")
            let other = UpdateInput(platform: .ios, version: "2.4.0", downloadURL: "https://store.example", message: "m")
            #expect(try await updates.create(other, of: app, zone: .gmt, by: UpdateRoom.ann).plan.build == nil)
            let wrong = UpdateInput(platform: .ios, version: "2.5", build: "b1", message: "m")
            let version = await problem { try await updates.create(wrong, of: app, zone: .gmt, by: UpdateRoom.ann) }
            #expect(version?.rejections.map(\.field) == ["version"])
            let android = UpdateInput(platform: .android, build: "b1", message: "m")
            let platform = await problem { try await updates.create(android, of: app, zone: .gmt, by: UpdateRoom.ann) }
            #expect(platform?.rejections.map(\.field) == ["build"])
        }
    }
}
