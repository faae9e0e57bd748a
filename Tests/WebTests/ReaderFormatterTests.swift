import Foundation
import Testing

@testable import Web

struct ReaderFormatterTests {
    private func formatter(_ zone: String = "UTC", short: String = #"9 "B" 6 "M" 3 "K""#) throws -> ReaderFormatter {
        ReaderFormatter(words: try .sample(["web.short": short]), zone: TimeZone(identifier: zone) ?? .gmt, now: SampleSite.now)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (0.4, "0"), (1.5, "2"), (.nan, "-"), (.infinity, "-"),
        (1e15, "1,000,000,000,000,000"),
    ])
    func numbersAreGrouped(value: Double, text: String) throws {
        #expect(try formatter().number(value) == text)
    }

    @Test func theSmallestIntegerHasAMagnitude() {
        #expect(ReaderFormatter.grouped(.min) == "-9,223,372,036,854,775,808")
    }

    @Test(arguments: [
        (9_999, "9,999", "9,999"), (123_456, "12.3 \u{4E07}", "123.5K"), (120_000_000, "1.2 \u{4EBF}", "120.0M"), (.infinity, "-", "-"),
    ])
    func shortNumbersGoByTheLanguage(value: Double, chinese: String, english: String) throws {
        #expect(try formatter(short: "8 \" \u{4EBF}\" 4 \" \u{4E07}\"").short(value) == chinese)
        #expect(try formatter().short(value) == english)
    }

    @Test func stepsThatCannotBeReadAreRefused() {
        #expect(throws: ViewError.self) { try formatter(short: "K, M") }
    }

    @Test func aLanguageWithoutStepsWritesNumbersOut() throws {
        #expect(try ReaderFormatter(words: .sample(), zone: .gmt, now: SampleSite.now).short(123_456) == "123,456")
    }

    @Test(arguments: [(0.1234, "12.34%"), (0, "0.00%"), (1, "100.00%"), (.nan, "-")]) func sharesArePercent(value: Double, text: String) throws {
        #expect(try formatter().percent(value) == text)
    }

    @Test(arguments: [(0, "0 B"), (999, "999 B"), (9_800_000, "9.8 MB"), (1_500_000_000, "1.5 GB"), (.nan, "-")]) func sizesArePowersOfAThousand(
        value: Double,
        text: String
    ) throws {
        #expect(try formatter().bytes(value) == text)
    }

    @Test(arguments: [(840, "840 ms"), (999.4, "999 ms"), (999.6, "1.00 s"), (1_340, "1.34 s"), (.infinity, "-")]) func durations(
        value: Double,
        text: String
    ) throws {
        #expect(try formatter().milliseconds(value) == text)
    }

    @Test func theZoneSaysItsOffset() throws {
        #expect(try formatter("Asia/Shanghai").zoneName == "Asia/Shanghai (UTC+08:00)")
        #expect(try formatter("America/St_Johns").zoneName == "America/St_Johns (UTC-03:30)")
    }

    /// Against Foundation's calendar, over leap years, century rules and times before 1970.
    @Test(arguments: ["UTC", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe"]) func momentsAgreeWithFoundation(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for step in -400...900 {
            let time = Date(timeIntervalSince1970: Double(step) * 7_777_777 + 0.25)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: time)
            let local = LocalTime(time, zone)
            #expect(
                [local.year, local.month, local.day, local.hour, local.minuteOfHour, local.second]
                    == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
            )
        }
    }
}
