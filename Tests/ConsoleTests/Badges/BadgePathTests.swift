import Foundation
import Testing

@testable import Console

@Suite struct BadgePathTests {
    @Test(arguments: ["#A", "#A,#B", "#a_b.c-d,#1", "#M_PUBLIC_RD#201311230002181,#M_TRA", " #A , #B ", "#1,#2,#3,#4,#5,#6"])
    func pathsOfDevicesAreRead(text: String) {
        #expect(BadgePath(text)?.text == text.replacing(" ", with: ""))
    }

    @Test(arguments: [
        "", "A", "#", "#A,", ",#A", "#A,,#B", "#A,B", "#A B", "#é", "#A;#B", "#<b>", "#1,#2,#3,#4,#5,#6,#7", "#" + String(repeating: "a", count: 65),
    ])
    func otherTextIsNone(text: String) {
        #expect(BadgePath(text) == nil)
    }

    @Test func theLastWidgetIsTheLeaf() throws {
        let path = try #require(BadgePath("#A,#B,#C"))
        #expect(path.leaf == "#C")
        #expect(Array(path.parents) == ["#A", "#B"])
    }
}

@Suite struct BadgeClashTests {
    private func keys(_ path: String, live: [String]) throws -> [String] {
        let paths = try live.map { try #require(BadgePath($0)) }
        return BadgeClash(live: paths).rejections(try #require(BadgePath(path))).map(\.message.key)
    }

    @Test func sisterDotsDoNotClash() throws {
        #expect(try keys("#A,#C", live: ["#A,#B", "#D"]) == [])
        #expect(try keys("#A,#B", live: ["#A,#B"]) == [])
    }

    @Test(arguments: [("#A", "#A,#B"), ("#X,#A", "#A,#B"), ("#A,#B", "#A,#B,#C")])
    func aDotAboveAnotherIsNeverCleared(path: String, live: String) throws {
        #expect(try keys(path, live: [live]) == ["badges.clash.parent"])
    }

    @Test(arguments: [("#A,#B", "#A"), ("#A,#B,#C", "#X,#B")])
    func aDotBelowAnotherWouldKeepThatOne(path: String, live: String) throws {
        #expect(try keys(path, live: [live]) == ["badges.clash.child"])
    }

    @Test(arguments: ["#A,#A", "#A,#B,#A"])
    func noWidgetIsAboveItself(path: String) throws {
        #expect(try keys(path, live: []) == ["badges.clash.twice"])
    }
}
