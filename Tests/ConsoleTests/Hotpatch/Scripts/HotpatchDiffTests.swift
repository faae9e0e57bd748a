import Testing

@testable import Console

struct HotpatchDiffTests {
    private func diff(_ old: [String], _ new: [String]) -> HotpatchDiff {
        HotpatchDiff(Array(old.map { "\($0)\n" }.joined().utf8), Array(new.map { "\($0)\n" }.joined().utf8))
    }

    private func text(_ diff: HotpatchDiff) -> [String] {
        diff.lines.map { line in
            switch line.kind {
            case .same: " \(line.text)"
            case .added: "+\(line.text)"
            case .removed: "-\(line.text)"
            case .gap: "…"
            }
        }
    }

    @Test func shortestWay() {
        // The example of Myers' paper: five differences.
        let found = diff("abcabba".map(String.init), "cbabac".map(String.init))
        #expect(found.added + found.removed == 5)
        #expect(found.lines.filter { $0.kind != .added && $0.kind != .gap }.map(\.text).joined() == "abcabba")
        #expect(found.lines.filter { $0.kind != .removed && $0.kind != .gap }.map(\.text).joined() == "cbabac")
    }

    @Test func linesAround() {
        let lines = (1...20).map(String.init)
        var other = lines
        other[9] = "x"
        let found = diff(lines, other)
        #expect(text(found) == [" 7", " 8", " 9", "-10", "+x", " 11", " 12", " 13"])
        #expect(found.lines.first { $0.kind == .removed }?.old == 10)
        #expect(found.lines.first { $0.kind == .added }?.new == 10)
    }

    @Test func whatIsTheSameIsLeftOut() {
        let lines = (1...20).map(String.init)
        let found = diff(lines, ["0"] + lines + ["21"])
        #expect(text(found) == ["+0", " 1", " 2", " 3", "…", " 18", " 19", " 20", "+21"])
    }

    @Test func ends() {
        #expect(diff([], []).isEmpty)
        #expect(diff(["a", "b"], ["a", "b"]).isEmpty)
        #expect(text(diff([], ["a", "b"])) == ["+a", "+b"])
        #expect(text(diff(["a", "b"], [])) == ["-a", "-b"])
        #expect(text(diff(["a"], ["a", "b"])) == [" a", "+b"])
        #expect(text(diff(["b"], ["a", "b"])) == ["+a", " b"])
    }

    /// Against the table of longest common subsequences.
    @Test func isNeverLongerThanNeeded() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let old = (0..<Int.random(in: 0...12, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
            let new = (0..<Int.random(in: 0...12, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
            var table = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
            for x in old.indices {
                for y in new.indices { table[x + 1][y + 1] = old[x] == new[y] ? table[x][y] + 1 : max(table[x][y + 1], table[x + 1][y]) }
            }
            let found = diff(old, new)
            #expect(found.added + found.removed == old.count + new.count - 2 * table[old.count][new.count], "\(old) \(new)")
        }
    }

    @Test func isBounded() {
        let old = (0..<2_000).map { "a\($0)" }
        #expect(diff(old, old.map { "b\($0)" }).isTooLarge)
        let many = [String](repeating: "x", count: HotpatchScriptLimits.comparedLines + 1)
        #expect(diff(many, []).isTooLarge)
        #expect(diff((0..<900).map(String.init), []).removed == 900)
    }
}
