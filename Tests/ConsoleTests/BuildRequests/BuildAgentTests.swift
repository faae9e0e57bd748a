import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct BuildAgentTests {
    @Test func whatWaitedTheLongestIsClaimedOnce() async throws {
        try await BuildRequestRoom.run { room in
            #expect(try await room.claim().status == .noContent)
            let first = try await room.ask(ref: "one").id
            _ = try await room.ask(.android, ref: "two")
            let third = try await room.ask(ref: "three").id
            let answer = try await room.claim()
            #expect(answer.status == .created && answer.headers[.location] == "/api/v1\(BuildRequestRoom.all)/\(first)")
            let claim = try answer.json(BuildAgentClaim.self)
            #expect(claim.request.id == first && claim.request.state == .running && claim.request.agent.value == "mac-1")
            #expect(claim.lease.seconds == 60 && claim.logOffset == 0)
            #expect(try await room.claimed(name: "mac-2").request.id == third)
            #expect(try await room.claim().status == .noContent)
            #expect(try await room.claimed(#""android","ios""#).request.platform == .android)
        }
    }

    @Test func agentsGetWhatTheyHaveTheLabelsAndTheRightsFor() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask(labels: ["xcode-26", "m4"]).id
            #expect(try await room.claim(labels: #""m4""#).status == .noContent)
            try await room.console.makeApp("Other")
            let other = try await room.token(#""builds""#, app: "other")
            #expect(try await room.claim(labels: #""m4","xcode-26""#, token: other).status == .noContent)
            #expect(try await room.claim(token: try await room.token(#""read""#)).status == .forbidden)
            #expect(try await room.claim(token: "").status == .unauthorized)
            let own = try await room.token(#""builds""#, app: "demo")
            let claim = try await room.claim(labels: #""a","m4","xcode-26""#, token: own).json(BuildAgentClaim.self)
            #expect(claim.request.id == id)
            // A lease alone is not enough.
            #expect(try await room.tell(.post, claim, "lease", token: other).status == .notFound)
            #expect(try await room.tell(.post, claim, "lease", token: own).status == .ok)
            // And such a token is good for nothing else.
            #expect(try await room.console.api(.get, BuildRequestRoom.all, token: own).status == .forbidden)
            #expect(try await room.console.api(.post, "\(BuildRequestRoom.all)/\(id)/cancellation", token: own).status == .forbidden)
        }
    }

    @Test func aCardIsChecked() async throws {
        try await BuildRequestRoom.run { room in
            let none = try await room.claim("")
            #expect(none.text.contains("/platforms"))
            #expect(try await room.claim(name: "a b").text.contains("/name"))
            #expect(try await room.claim(labels: #""a b""#).text.contains("/labels"))
            #expect(try await room.claim(#""windows""#).status == .unprocessableContent)
        }
    }

    @Test func aSilentAgentLosesItsRequest() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let first = try await room.claimed()
            #expect(try await room.tell(.post, first, "lease").status == .ok)
            try await room.silence(first)
            let second = try await room.claimed(name: "mac-2")
            #expect(second.request.id == id && second.request.attempts == 2 && second.lease.token != first.lease.token)
            for (method, path) in [(HTTPRequest.Method.post, "lease"), (.delete, "lease"), (.post, "result")] {
                let late = try await room.tell(method, first, path, path == "result" ? #"{"result":"succeeded"}"# : nil)
                #expect(late.status == .conflict)
            }
            #expect(try await room.write("late\n", at: 0, first).status == .conflict)
            #expect(try await room.send(.put, first, "artifact?filename=a.ipa", [1]).status == .conflict)
            #expect(try await room.request(id).agent.value == "mac-2")
            try await room.silence(second)
            try await room.silence(try await room.claimed())
            try await room.server.buildAgents.takeBack()
            let request = try await room.request(id)
            #expect(request.state == .failed && request.reason.value == "silent" && request.attempts == 3)
            #expect(try await room.console.page("\(BuildRequestRoom.all)/\(id)").text.contains("代理失联了"))
        }
    }

    @Test func itIsGivenBackAsIfItHadNotBeenBegun() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            #expect(try await room.tell(.delete, claim, "lease").status == .noContent)
            let request = try await room.request(id)
            #expect(request.state == .waiting && request.attempts == 0)
            #expect(try await room.tell(.post, claim, "lease").status == .conflict)
        }
    }

    @Test func aCancelledRequestIsTakenFromItsAgent() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            #expect(try await room.console.submit("\(BuildRequestRoom.all)/\(id)/cancellation", []).status == .seeOther)
            #expect(try await room.tell(.post, claim, "lease").status == .conflict)
            #expect(try await room.write("more\n", at: 0, claim).status == .conflict)
            #expect(try await room.tell(.post, claim, "result", #"{"result":"succeeded"}"#).status == .conflict)
            #expect(try await room.request(id).state == .cancelled)
        }
    }

    @Test func aFailureIsSaid() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            #expect(try await room.tell(.post, claim, "result", #"{"result":"odd"}"#).status == .unprocessableContent)
            #expect(try await room.tell(.post, claim, "result", #"{"result":"failed","exitCode":999}"#).text.contains("/exitCode"))
            let said = try await room.tell(.post, claim, "result", #"{"result":"failed","reason":"<i>no key</i>","exitCode":65}"#)
            #expect(said.status == .noContent)
            let request = try await room.request(id)
            #expect(request.state == .failed && request.exitCode.value == 65 && request.finishedAt.value != nil)
            let page = try await room.console.page("\(BuildRequestRoom.all)/\(id)").text
            #expect(page.contains("&lt;i&gt;no key&lt;/i&gt;") && page.contains("65") && page.contains("build-over"))
            #expect(try await room.tell(.post, claim, "result", #"{"result":"failed"}"#).status == .conflict)
        }
    }

    @Test func aPackageBecomesTheBuildOfItsRequest() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            let wrong = try await room.send(.put, claim, "artifact?filename=app.ipa", Array("no package".utf8))
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("/file"))
            let brought = try await room.send(.put, claim, "artifact?filename=app.ipa", try room.room.ipa())
            #expect(brought.status == .created, "\(brought.text)")
            let build = try brought.json(BuildBody.self)
            #expect(build.request.value == id)
            #expect(try await room.tell(.post, claim, "result", #"{"result":"succeeded","exitCode":0}"#).status == .noContent)
            let request = try await room.request(id)
            #expect(request.state == .succeeded && request.build.value == build.id)
            #expect(try await room.console.page("\(BuildRequestRoom.all)/\(id)").text.contains("/apps/demo/builds/\(build.id)"))
            #expect(try await room.console.page("/apps/demo/builds/\(build.id)").text.contains("\(BuildRequestRoom.all)/\(id)"))
        }
    }

    @Test func agentsThatWereSeenAreShown() async throws {
        try await BuildRequestRoom.run { room in
            #expect(try await room.console.page("/build-agents").text.contains("还没有代理"))
            _ = try await room.claim(#""ios","android""#, name: "linux-2", labels: #""ndk""#)
            try await room.ask()
            let claim = try await room.claimed()
            let agents = try await room.console.api(.get, "/build-agents").json(List<BuildAgent>.self).items
            #expect(Set(agents.map(\.name)) == ["linux-2", "mac-1"])
            #expect(agents.first { $0.name == "mac-1" }?.request.value?.id == claim.request.id)
            #expect(agents.first { $0.name == "linux-2" }?.labels == ["ndk"])
            let page = try await room.console.page("/build-agents", language: "en").text
            #expect(page.contains("linux-2") && page.contains("demo · iOS #1"))
            #expect(try await room.console.page(BuildRequestRoom.all, language: "en").text.contains("mac-1"))
        }
    }
}
