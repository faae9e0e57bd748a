import Foundation
import Testing

@testable import Storage

/// Answers in XML, the good and the hostile, and how long a question is asked.
struct BlobsAnswerTests {
    @Test func namesTextsAndChildrenAreRead() throws {
        let text = "<?xml version=\"1.0\"?><Error xmlns=\"http://s3\"><Code>A&amp;B</Code><Empty/><In><Code>x</Code></In></Error>"
        let element = try #require(S3Element.read(Array(text.utf8)))
        #expect(element.name == "Error" && element["Code"] == "A&B" && element["Empty"] == "" && element["None"] == nil)
        #expect(element.children[2]["Code"] == "x")
    }

    @Test func whatIsNoAnswerIsNone() {
        let deep = String(repeating: "<a>", count: 100_000)
        let wide = "<a>" + String(repeating: "<b/>", count: 40_000) + "</a>"
        for text in ["", "no xml", "<a><b></a>", deep, wide] {
            #expect(S3Element.read(Array(text.utf8)) == nil, "\(text.prefix(20))")
        }
    }

    @Test func entitiesFromOutsideAreNotRead() {
        let text = "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"
        #expect(S3Element.read(Array(text.utf8))?.text.contains("root") != true)
    }

    @Test(arguments: [
        ("<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"), ("<Error><Code>a b</Code></Error>", nil), ("<Other><Code>a</Code></Other>", nil),
        ("<Error></Error>", nil), ("", nil),
    ])
    func codesAreWords(body: String, code: String?) {
        #expect(S3Answer(status: 404, headers: [:], body: Array(body.utf8)).code == code)
    }

    @Test func pausesGrowAndVary() {
        let patience = S3Patience(pause: .milliseconds(100))
        #expect(patience.pause(after: 1, random: 1) == .milliseconds(100))
        #expect(patience.pause(after: 1, random: 0) == .milliseconds(50))
        #expect(patience.pause(after: 3, random: 1) == .milliseconds(400))
        #expect(patience.timeOfBytes(1 << 20) == .seconds(4))
    }

    @Test func datesHavePartsOfASecondOrNot() {
        #expect(S3Listing.date("2026-11-22T00:01:02.500Z") == Date(timeIntervalSince1970: 1_795_305_662.5))
        #expect(S3Listing.date("2026-11-22T00:01:02Z") == Date(timeIntervalSince1970: 1_795_305_662))
        #expect(S3Listing.date("yesterday") == nil)
    }
}
