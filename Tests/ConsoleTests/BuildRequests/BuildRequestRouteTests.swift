import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct BuildRequestRouteTests {
    private let all = BuildRequestRoom.all

    @Test func aBuildIsAskedForOnBothFaces() async throws {
        try await BuildRequestRoom.run { room in
            let console = room.console
            let empty = try await console.page(all, language: "en").text
            #expect(empty.contains("No build requests yet") && empty.contains("console agent --name"))
            let json =
                #"{"platform":"ios","repository":"git@git.example.com:app.git","kind":"tag","ref":"v1.0","parameters":[{"name":"SCHEME","value":"App"}]}"#
            let made = try await console.api(.post, all, json)
            let request = try made.json(BuildRequest.self)
            #expect(made.status == .created && made.headers[.location] == "/api/v1\(all)/\(request.id)")
            #expect(request.state == .waiting && request.number == 1 && request.configuration == "Release" && request.build.value == nil)
            let fields = [
                ("platform", "android"), ("repository", "https://git.example.com/app.git"), ("kind", "branch"), ("ref", "feature/<b>"),
                ("configuration", "Debug"), ("certificate", ""), ("note", "first"), ("parameters", "FLAVOUR = a=b\n\nEMPTY="),
                ("labels", "ndk, jdk-21"),
            ]
            let sent = try await console.submit(all, fields)
            let page = try #require(sent.headers[.location])
            #expect(sent.status == .seeOther)
            let list = try await console.api(.get, all).json(List<BuildRequest>.self)
            #expect(list.total == 2 && list.items.map(\.number).sorted() == [1, 2])
            let second = try #require(list.items.first { $0.number == 2 })
            #expect(second.parameters == [.init(name: "FLAVOUR", value: " a=b"), .init(name: "EMPTY", value: "")])
            #expect(second.labels == ["jdk-21", "ndk"] && second.source.ref == "feature/<b>")
            let shown = try await console.page(page).text
            #expect(shown.contains("feature/&lt;b&gt;") && shown.contains("等待中") && shown.contains("BUILD_PARAM") == false)
            #expect(shown.contains("data-live=\"\(page)/live\"") && shown.contains("console agent"))
            #expect(try await console.page("\(all)?platform=android").text.contains("Android #2"))
            #expect(try await console.page("\(all)?state=failed").text.contains("没有符合条件的请求"))
            // The next form begins with the last request.
            #expect(try await console.page("\(all)/new?platform=android").text.contains("FLAVOUR= a=b"))
        }
    }

    @Test(arguments: [
        (#""repository":"""#, "repository"), (#""repository":"--upload-pack=sh""#, "repository"), (#""repository":"ext::sh -c id""#, "repository"),
        (#""repository":"https://me:word@git.example.com/a.git""#, "repository"), (#""repository":"file:///etc""#, "repository"),
        (#""ref":"-b""#, "ref"), (#""ref":"a b""#, "ref"), (#""ref":"a..b""#, "ref"), (#""ref":"a/.hidden""#, "ref"),
        (#""kind":"commit","ref":"main""#, "ref"), (#""configuration":"-x""#, "configuration"), (#""certificate":"none""#, "certificate"),
        (#""labels":["a b"]"#, "labels"), (#""platform":"harmony""#, "platform"),
        (#""parameters":[{"name":"path","value":""}]"#, "parameters/0"),
        (#""parameters":[{"name":"A","value":""},{"name":"A","value":""}]"#, "parameters/1"),
        (#""parameters":[{"name":"A","value":"x\ny"}]"#, "parameters/0"),
    ])
    func whatIsNoRequestIsRefused(fields: String, place: String) async throws {
        try await BuildRequestRoom.run { room in
            let own = #"{"platform":"ios","repository":"https://git.example.com/app.git","kind":"branch","ref":"main"}"#
            let decoder = JSONDecoder()
            var merged = try decoder.decode([String: JSONValue].self, from: Data(own.utf8))
            merged.merge(try decoder.decode([String: JSONValue].self, from: Data("{\(fields)}".utf8))) { $1 }
            let json = String(decoding: try JSONEncoder().encode(merged), as: UTF8.self)
            let answer = try await room.console.api(.post, all, json)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"/\(place)\""), "\(answer.text)")
            #expect(try await room.console.api(.get, all).json(List<BuildRequest>.self).total == 0)
        }
    }

    @Test func aRejectedFormComesBackFilledIn() async throws {
        try await BuildRequestRoom.run { room in
            let fields = [
                ("platform", "ios"), ("repository", "nowhere at all"), ("kind", "tag"), ("ref", "v9"), ("configuration", ""), ("certificate", ""),
                ("note", "<i>"), ("parameters", "no equals"), ("labels", ""),
            ]
            let answer = try await room.console.submit(all, fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("nowhere at all") && answer.text.contains("no equals") && answer.text.contains("&lt;i&gt;"))
            #expect(answer.text.contains("error-parameters"))
        }
    }

    @Test func whatWaitsIsCancelledAndAskedForAgain() async throws {
        try await BuildRequestRoom.run { room in
            let (console, id) = (room.console, try await room.ask().id)
            #expect(try await console.api(.post, "\(all)/\(id)/retry").status == .conflict)
            #expect(try await console.submit("\(all)/\(id)/cancellation", []).headers[.location] == "\(all)/\(id)")
            #expect(try await console.api(.post, "\(all)/\(id)/cancellation").status == .conflict)
            #expect(try await room.request(id).state == .cancelled)
            #expect(try await room.claim().status == .noContent)
            let again = try await console.api(.post, "\(all)/\(id)/retry").json(BuildRequest.self)
            #expect(again.id != id && again.number == 2 && again.retryOf.value == id && again.state == .waiting)
            #expect(try await console.page("\(all)/\(again.id)").text.contains("\(all)/\(id)\""))
            let audit = try await console.api(.get, "/audit?app=demo").text
            #expect(audit.contains("buildRequest.create") && audit.contains("buildRequest.cancel"))
        }
    }

    @Test func nothingIsAskedForAgainWithoutItsCertificate() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            #expect(try await room.console.api(.post, "\(all)/\(id)/cancellation").status == .noContent)
            try await room.server.database.write { try $0.run("UPDATE build_request SET certificate = 'gone'") }
            #expect(try await room.console.api(.post, "\(all)/\(id)/retry").status == .conflict)
            #expect(try await room.console.api(.get, all).json(List<BuildRequest>.self).total == 1)
        }
    }

    @Test func theQueueOfAnAppIsBounded() async throws {
        try await BuildRequestRoom.run { room in
            for _ in 0..<BuildRequestLimits.waiting { try await room.ask() }
            let new = NewBuildRequest(platform: .ios, repository: "https://git.example.com/demo.git", ref: "main")
            let refused = await problem { try await room.server.buildRequests.create(new, of: try room.room.app, by: BuildRoom.actor) }
            #expect(refused?.kind == .limited)
        }
    }

    @Test func anotherAppsRequestIsNotThere() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            try await room.console.makeApp("Other")
            #expect(try await room.console.api(.get, "/apps/other/build-requests/\(id)").status == .notFound)
            #expect(try await room.console.api(.post, "/apps/other/build-requests/\(id)/cancellation").status == .notFound)
            #expect(try await room.console.page("/apps/other/build-requests/\(id)/log").status == .notFound)
        }
    }
}
