import Foundation
import Testing

@testable import MainSiteClient

@Suite struct ActiveReporterTests {
    private let start = Date(timeIntervalSince1970: 1_795_228_800)

    @Test func everyColdStartIsReported() {
        var reporter = ActiveReporter(minimumInterval: 600)
        let reports = [0.0, 1].map { reporter.shouldReport(.coldStart, at: start + $0) }
        #expect(reports == [true, true])
    }

    @Test func aReturnIsReportedOnceTheIntervalHasPassed() {
        var reporter = ActiveReporter(minimumInterval: 600)
        _ = reporter.shouldReport(.coldStart, at: start)
        let reports = [599.0, 600, 601, 1200].map { reporter.shouldReport(.foreground, at: start + $0) }
        #expect(reports == [false, true, false, true])
    }

    @Test func withoutAnIntervalEveryReturnIsReported() {
        var reporter = ActiveReporter()
        let reports = [0.0, 0, 1].map { reporter.shouldReport(.foreground, at: start + $0) }
        #expect(reports == [true, true, true])
    }

    @Test func aClockThatWentBackDoesNotSilenceReports() {
        var reporter = ActiveReporter(minimumInterval: 600)
        _ = reporter.shouldReport(.coldStart, at: start)
        let reported = reporter.shouldReport(.foreground, at: start - 86_400)
        #expect(reported)
    }
}
