import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Console

/// While an installation is copied its console reads and does not write.
@Suite struct MovingRefusalTests {
    @Test func pagesAreReadAndFormsAreToldToWait() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await console.server.database.refuseWrites("moving")
            // Longer than sessions and tokens go without a note of their use.
            console.clock.advance(by: 120)
            for path in ["/", "/apps", "/apps/demo", "/account", "/audit"] { #expect(try await console.page(path).status == .ok, "\(path)") }
            #expect(try await console.api(.get, "/apps").status == .ok)
            let form = try await console.submit("/apps", [("name", "Other"), ("englishName", "Other"), ("platforms", "ios")])
            #expect(form.status == .serviceUnavailable && form.headers[.retryAfter] == "60")
            let refused = try await console.api(.post, "/apps", #"{"name":"x","englishName":"Other","platforms":["ios"]}"#)
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "60")
            #expect(refused.text.contains("迁移") || refused.text.contains("moved"))
            console.server.database.allowWrites()
            #expect(try await console.api(.post, "/apps", #"{"name":"x","englishName":"Other","platforms":["ios"]}"#).status == .created)
        }
    }

    @Test func aWriteThatWaitedIsRefusedToo() async throws {
        try await MovingRoom.run { room in
            try await room.database.refuseWrites("moving")
            await #expect(throws: StorageError.readOnly("moving")) { try await room.database.write { _ in } }
            await #expect(throws: StorageError.readOnly("moving")) { try await room.database.write(.readCommitted) { _ in } }
            #expect(try await room.database.read { try $0.schemaVersion() } == Schema.migrations.map(\.number).max())
            room.database.allowWrites()
            try await room.send(1)
        }
    }
}
