import Foundation
import Testing

@testable import MainSiteClient

@Suite struct LogTimeTests {
    @Test(arguments: ["Asia/Shanghai", "America/New_York", "Asia/Kolkata"])
    func everyMillisecondOfASecondIsWrittenAsItIs(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        for millisecond in 0..<1000 {
            let text = LogTime.text(Date(timeIntervalSince1970: 1_795_228_800 + Double(millisecond) / 1000), zone: zone)
            #expect(Int(text.suffix(3)) == millisecond)
            #expect(text.utf8.count == 23)
        }
    }

    @Test func offsetsAreSignedHoursAndMinutes() throws {
        let summer = Date(timeIntervalSince1970: 1_782_864_000)
        #expect(LogTime.offset(of: try #require(TimeZone(identifier: "Asia/Shanghai")), at: summer) == "+08:00")
        #expect(LogTime.offset(of: try #require(TimeZone(identifier: "America/New_York")), at: summer) == "-04:00")
        #expect(LogTime.offset(of: try #require(TimeZone(identifier: "Asia/Kolkata")), at: summer) == "+05:30")
        #expect(LogTime.offset(of: .gmt, at: summer) == "+00:00")
    }
}
