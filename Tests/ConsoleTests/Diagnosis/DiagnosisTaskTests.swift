import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DiagnosisTaskTests {
    @Test func statesFollowOneTable() {
        #expect(DiagnosisState.pending.mayBecome(.delivered))
        #expect(DiagnosisState.uploaded.mayBecome(.done))
        #expect(DiagnosisState.expired.mayBecome(.pending))
        #expect(!DiagnosisState.done.mayBecome(.uploaded))
        #expect(DiagnosisState.failed.mayBecome(.done))
        #expect(!DiagnosisState.declined.mayBecome(.pending))
        for state in DiagnosisState.open { #expect(state.mayBecome(.expired)) }
    }

    @Test func aTasksStateIsMadeOfItsParts() {
        func state(_ parts: [(DiagnosisState, DiagnosisWake)], before: DiagnosisState = .pending) -> DiagnosisState {
            .of(parts.map { (state: $0.0, wake: $0.1) }, before: before)
        }
        #expect(state([]) == .pending)
        #expect(state([(.pending, .waiting)]) == .pending)
        #expect(state([(.pending, .sent)]) == .delivered)
        #expect(state([(.pending, .none), (.uploading, .none)]) == .uploading)
        #expect(state([(.expired, .none), (.done, .none)]) == .done)
        #expect(state([(.failed, .none), (.expired, .none)]) == .failed)
        #expect(state([(.pending, .none)], before: .asked) == .asked)
    }

    @Test func aDeviceIsAskedAndToldInWholeHours() async throws {
        try await DiagnosisDevice.run { room in
            let made = try await room.make()
            #expect(made.status == .created)
            let task = try made.json(DiagnosisDevice.Task.self)
            #expect(task.state == "pending")
            #expect(task.parts.map(\.device) == [DiagnosisDevice.device])
            let told = try #require(try await room.poll().first)
            #expect(told.id == task.id)
            #expect(told.from.hasSuffix(":00:00Z"))
            #expect(told.network == "any")
            try await room.console.server.diagnosis.flush()
            #expect(try await room.task(task.id).state == "delivered")
        }
    }

    @Test func onlyTheDeviceItselfIsTold() async throws {
        try await DiagnosisDevice.run { room in
            _ = try await room.make()
            #expect(try await room.poll(device: "device-2").isEmpty)
            #expect(try await room.poll().count == 1)
        }
    }

    @Test func aUsersDeviceGetsAPartOfItsOwnWhenItAsks() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make(user: "alipayAdmin").json(DiagnosisDevice.Task.self)
            #expect(task.parts.isEmpty)
            #expect(try await room.poll(user: "somebody").isEmpty)
            let first = try #require(try await room.poll(user: "alipayAdmin").first)
            let other = try #require(try await room.poll(device: "device-2", user: "alipayAdmin").first)
            #expect(first.uploadURL != other.uploadURL)
            #expect(try await room.poll(user: "alipayAdmin").first?.uploadURL == first.uploadURL)
            #expect(try await room.task(task.id).parts.count == 2)
        }
    }

    @Test(arguments: [
        #"{"platform":"ios","from":"-3h","to":"now"}"#, #"{"userId":"a","deviceId":"b","platform":"ios","from":"-3h","to":"now"}"#,
        #"{"deviceId":"b","platform":"android","from":"-3h","to":"now"}"#, #"{"deviceId":"b","platform":"ios","from":"-8d","to":"now"}"#,
        #"{"deviceId":"b","platform":"ios","from":"now","to":"-1h"}"#, #"{"deviceId":"b c","platform":"ios","from":"-3h","to":"now"}"#,
        #"{"deviceId":"b","platform":"ios","from":"sometime","to":"now"}"#, #"{"deviceId":"b","platform":"ios","from":"-3h","to":"2100-01-01"}"#,
    ])
    func wrongInputIsRefused(json: String) async throws {
        try await DiagnosisDevice.run { room in
            let answer = try await room.console.api(.post, DiagnosisDevice.path, json)
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func manyAreMadeAtOnceAndNoneTwice() async throws {
        try await DiagnosisDevice.run { room in
            let made = try await room.console.api(
                .post,
                "\(DiagnosisDevice.path)/bulk",
                #"{"kind":"devices","ids":"a\nb\na","platform":"ios","from":"-3h","to":"now"}"#
            )
            #expect(made.status == .created)
            #expect(try await room.poll(device: "a").count == 1)
            #expect(try await room.poll(device: "b").count == 1)
            let many = (0...DiagnosisLimits.bulk).map { "d\($0)" }.joined(separator: "\\n")
            let refused = try await room.console.api(
                .post,
                "\(DiagnosisDevice.path)/bulk",
                #"{"kind":"devices","ids":"\#(many)","platform":"ios","from":"-3h","to":"now"}"#
            )
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test func resendingOpensAnotherAddress() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished(DiagnosisDevice.broken)
            #expect(done.state == "done")
            #expect(try await room.poll().isEmpty)
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(done.id)/resend", "{}").status == .noContent)
            let again = try await room.task(done.id)
            #expect(again.state == "pending")
            #expect(again.parts[0].reason == "")
            #expect(try await room.poll().count == 1)
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(done.id)/resend", "{}").status == .conflict)
        }
    }

    @Test func anArchivedAppAsksNobodyAgain() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished(DiagnosisDevice.broken)
            #expect(try await room.console.api(.post, "/apps/demo/archive", "{}").status.code < 300)
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(done.id)/resend", "{}").status == .conflict)
            #expect(try await room.task(done.id).state == "done")
        }
    }

    @Test func resendingLeavesLogsThatAreHere() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(done.id)/resend", "{}").status == .conflict)
            #expect(try await room.find(done).lines == 3)
            #expect(try await !room.console.page("\(DiagnosisDevice.path)/\(done.id)").text.contains("补发任务"))
        }
    }

    @Test func aUsersTaskWithAsManyDevicesAsItMayHaveAsksNoMore() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make(user: "u").json(DiagnosisDevice.Task.self)
            let now = room.console.clock.now
            try await room.console.server.diagnosis.change { connection in
                for number in 1...DiagnosisLimits.parts {
                    try connection.insertDiagnosisPart("demo", task.id, "p\(number)", device: "d\(number)", .ios, wake: .none, at: now)
                }
            }
            let version = room.console.server.diagnosis.index.version
            #expect(try await room.poll(user: "u").isEmpty)
            #expect(try await room.poll(device: "d1", user: "u").count == 1)
            #expect(room.console.server.diagnosis.index.version == version)
        }
    }

    @Test func timeEndsATaskAndResendingOpensItAgain() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make().json(DiagnosisDevice.Task.self)
            let url = try #require(try await room.poll().first).uploadURL
            room.console.clock.advance(by: 8 * 86_400)
            #expect(try await room.poll().isEmpty)
            #expect(try await room.send(DiagnosisDevice.log, to: url).status == .notFound)
            try await room.console.server.diagnosis.expire()
            #expect(try await room.task(task.id).state == "expired")
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(task.id)/resend", "{}").status == .noContent)
            #expect(try await room.poll().count == 1)
        }
    }

    @Test func aSecondPersonAgreesBeforeTheDeviceIsAsked() async throws {
        try await DiagnosisDevice.run { room in
            let option = #"{"approval":true,"consent":true,"lifeDays":7,"largestMegabytes":50,"keepDays":30,"dailyQuota":20}"#
            #expect(try await room.console.api(.put, "/apps/demo/diagnostic-settings", option).status == .ok)
            #expect(try await room.make().status == .unprocessableContent)
            let task = try await room.make(more: #","consent":"ticket 17""#).json(DiagnosisDevice.Task.self)
            #expect(task.state == "asked")
            #expect(try await room.poll().isEmpty)
            // A token that belongs to nobody is no second person; another account is.
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(task.id)/approval", "{}").status == .forbidden)
            let diagnosis = room.console.server.diagnosis
            try await diagnosis.approve(task.id, of: "demo", by: .local, "somebody")
            #expect(try await room.poll().count == 1)
        }
    }

    @Test func whoMadeATaskCannotAgreeToIt() async throws {
        try await DiagnosisDevice.run { room in
            let diagnosis = room.console.server.diagnosis
            try await diagnosis.set(DiagnosisOption(approval: true), of: "demo", by: .local)
            let app = try #require(room.console.server.apps.index.app("demo"))
            var reader = Reader()
            reader.now = room.console.clock.now
            let new = NewDiagnosis(deviceId: "d", platform: .ios, from: "-2h", to: "now")
            let plan = try DiagnosisPlan(new, for: app, DiagnosisOption(), reader)
            let made = try await diagnosis.create([plan], of: app, publicURL: "http://a", by: .local, "me")
            let id = try #require(made.first).id
            await #expect(throws: Problem(.forbidden, "diagnosis.approval.own")) { try await diagnosis.approve(id, of: "demo", by: .local, "me") }
            try await diagnosis.decline(id, of: "demo", because: "", by: .local, "me")
            #expect(try await room.task(id).state == "declined")
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(id)/resend", "{}").status == .conflict)
        }
    }

    @Test func whatNobodyAgreedToInTimeIsDeclined() async throws {
        try await DiagnosisDevice.run { room in
            try await room.console.server.diagnosis.set(DiagnosisOption(approval: true), of: "demo", by: .local)
            let task = try await room.make().json(DiagnosisDevice.Task.self)
            room.console.clock.advance(by: 8 * 86_400)
            try await room.console.server.diagnosis.expire()
            #expect(try await room.task(task.id).state == "declined")
            #expect(try await room.console.api(.post, "\(DiagnosisDevice.path)/\(task.id)/resend", "{}").status == .conflict)
            #expect(try await room.poll().isEmpty)
        }
    }

    @Test func aPushIsSentOnceAndItsOutcomeIsTold() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make(channel: "push").json(DiagnosisDevice.Task.self)
            #expect(task.parts[0].wake == "waiting")
            try await room.console.server.diagnosis.wake()
            // The device has no token: it asks by itself.
            #expect(try await room.task(task.id).parts[0].wake == "noToken")
            #expect(try await room.poll().count == 1)
        }
    }

    @Test func whoWasToldIsNotWoken() async throws {
        try await DiagnosisDevice.run { room in
            let task = try await room.make(channel: "push").json(DiagnosisDevice.Task.self)
            #expect(try await room.poll().count == 1)
            try await room.console.server.diagnosis.flush()
            #expect(try await room.task(task.id).parts[0].wake == "none")
        }
    }

    @Test func readersMayNotMakeTasksNorReadLogs() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            let outcome = await room.console.server.outcome(of: .createToken(name: "reader", scopes: [.read], app: nil, expiresInDays: nil))
            guard case .done(let json) = outcome, let token = JSONValue(text: json)?.member("token") else { throw TestFailure("no token") }
            #expect(try await room.console.api(.get, DiagnosisDevice.path, token: token).status == .ok)
            let log = "\(DiagnosisDevice.path)/\(done.id)/logs/\(done.parts[0].id)"
            #expect(try await room.console.api(.get, log, token: token).status == .forbidden)
            let file = "\(DiagnosisDevice.path)/\(done.id)/files/\(done.parts[0].id)"
            #expect(try await room.console.api(.get, file, token: token).status == .forbidden)
            #expect(try await room.console.api(.delete, "\(DiagnosisDevice.path)/\(done.id)", token: token).status == .forbidden)
        }
    }

    @Test func pagesShowTasksInBothLanguages() async throws {
        try await DiagnosisDevice.run { room in
            let empty = try await room.console.page(DiagnosisDevice.path)
            #expect(empty.text.contains("还没有采集任务"))
            let done = try await room.finished()
            for path in [
                "", "/person?device=\(DiagnosisDevice.device)", "/new", "/bulk", "/\(done.id)", "/\(done.id)/removal",
                "/\(done.id)/logs/\(done.parts[0].id)",
            ] {
                for language in ["zh-CN", "en"] {
                    #expect(try await room.console.page(DiagnosisDevice.path + path, language: language).status == .ok, "\(path) \(language)")
                }
            }
            for path in ["diagnostic-settings", "diagnostic-rules", "diagnostic-rules/new"] {
                #expect(try await room.console.page("/apps/demo/\(path)").status == .ok, "\(path)")
            }
            #expect(try await room.console.page("\(DiagnosisDevice.path)/\(done.id)").text.contains("处理完成"))
        }
    }

    @Test func aFormMakesATaskAndShowsWhatIsWrong() async throws {
        try await DiagnosisDevice.run { room in
            let fields = [
                ("deviceId", "d"), ("userId", ""), ("platform", "ios"), ("from", "-2h"), ("to", "now"), ("network", "wifi"), ("channel", "poll"),
            ]
            #expect(try await room.console.submit(DiagnosisDevice.path, fields).status == .seeOther)
            let wrong = try await room.console.submit(DiagnosisDevice.path, fields.filter { $0.0 != "deviceId" })
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("error-userId"))
        }
    }
}

extension JSONValue {
    /// A text of an object.
    fileprivate func member(_ name: String) -> String? {
        guard case .object(let members) = self, case .string(let text)? = members[name] else { return nil }
        return text
    }
}
