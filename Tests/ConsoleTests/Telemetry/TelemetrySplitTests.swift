import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct TelemetrySplitTests {
    /// A log file from a desk may hold lines of the app's other platform: they count where they belong, and once.
    @Test func linesOfAnotherPlatformAreCountedThere() async throws {
        try await TestConsole.run { console in
            let first = try await console.makeApp("Demo", platforms: ["ios", "android"])
            let workspace = first.suffix(10)
            let (apple, android) = ("DEMO_IOS-\(workspace)", "DEMO_ANDROID-\(workspace)")
            let body = [line(apple), line(android), line("OTHER_IOS-0000000001")].joined(separator: "\n")
            for duplicate in [false, true] {
                let answer = try await console.ask(
                    .post,
                    "/loggw/logUpload.do",
                    headers: [.init("productId")!: apple, .init("X-Batch-Id")!: "one"],
                    body: Array(body.utf8)
                )
                #expect(answer.text == #"{"code":200,"accepted":2,"rejected":1,"duplicate":\#(duplicate)}"#)
            }
            for platform in ["ios", "android"] {
                let stats = try await console.api(.get, "/apps/demo/stats/crashes?platform=\(platform)&from=-1h&to=now&step=hour").text
                #expect(stats.contains("\"actives\":1"), "\(platform): \(stats)")
            }
        }
    }

    private func line(_ product: String) -> String {
        var fields = [String](repeating: "-", count: 48)
        // The test clock stands at 10:40 in Asia/Shanghai.
        for (place, value) in [
            (0, "D-VM"), (1, "2026-11-21 10:39:00.000"), (2, product), (3, "1.0"), (8, "event"), (15, "reportActive"), (25, "device1"),
        ] {
            fields[place] = value
        }
        return fields.joined(separator: ",")
    }
}
