import Testing

@testable import Console

struct RolloutUsersTests {
    @Test func theyContainWhomTheyName() {
        let users = RolloutUsers(["a", "用户", "a", "", "ab", "b"])
        #expect(users.count == 4 && users.ids == ["a", "用户", "ab", "b"])
        for user in ["a", "用户", "ab", "b"] { #expect(users.contains(user)) }
        for user in ["", "abc", "用", "A", "ba", "a\nab"] { #expect(!users.contains(user)) }
        #expect(!RolloutUsers.none.contains("a") && RolloutUsers.none.count == 0)
    }

    @Test func ofManyEachIsFoundAndNoOther() {
        let users = RolloutUsers((0..<100_000).map { "2088\($0)" })
        #expect(users.count == 100_000)
        #expect((0..<100_000).allSatisfy { users.contains("2088\($0)") })
        #expect((100_000..<200_000).allSatisfy { !users.contains("2088\($0)") })
    }

    @Test func whatIsStoredIsReadAgain() {
        let users = RolloutUsers(["x", "y", "用户"])
        let read = RolloutUsers(bytes: users.bytes)
        #expect(read.ids == users.ids && read.digest == users.digest)
        #expect(RolloutUsers(["x", "y"]).digest != users.digest)
    }
}
