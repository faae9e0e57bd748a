import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DiagnosisSeedTests {
    @Test func theDemoHasALogThatCanBeReadAndATaskThatWaits() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("SimpleDemoRpc")
            let now = console.clock.now.milliseconds
            try await console.server.database.write { connection in
                for number in 0..<5 {
                    try connection.run(
                        """
                        INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
                        VALUES ('simpledemorpc', 'ios', \("d\(number)"), 0, 0, \(now - number), '1.0', '', '', '', '')
                        """
                    )
                }
            }
            let server = console.server
            let seeds = URL(fileURLWithPath: "\(TestConsole.home)/Seeds")
            try await DiagnosisSeed(folder: seeds).fill(server.diagnosis, server.apps.index.all, publicURL: "http://127.0.0.1:8080")
            try await JobWorker(database: server.database, holder: server.nodes.id, handlers: server.jobHandlers).run()
            let list = try await server.diagnosis.list(of: "simpledemorpc", DiagnosisFilter(), try ListPlace(limit: nil, cursor: nil))
            #expect(Set(list.items.map(\.state)) == [.done, .pending])
            let read = try #require(list.items.first { $0.state == .done })
            #expect(read.parts.first?.log.value?.lines == 12)
        }
    }
}
