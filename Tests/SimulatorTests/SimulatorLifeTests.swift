import Foundation
import MainSiteClient
import NIOCore
import Testing

@testable import Simulator

/// A fleet without a network: the test answers what it asks.
@Suite struct SimulatorLifeTests {
    private static let package = Array("package".utf8)
    private static let offer =
        #"{"patch":{"version":"4","url":"/hotpatches/demo/x","sha256":"\#(HotpatchPackage.digest(package))","size":7,"format":2,"signature":"","runAt":"now"}}"#

    @Test func aQuestionIsWhatTheClientAsks() throws {
        let life = SimulatorLife(0, SimulatorShared(.test), now: { Date(timeIntervalSince1970: 0) })
        for number in 0..<10 {
            let device = life.device(number)
            let question = HotpatchQuestion(SimulatorLines(.test).builder(device, hotpatch: nil), current: number == 0 ? "4" : nil)
            #expect(try GatewayEnvelope.json(question).get() == SimulatorWire.question(device, current: number == 0 ? "4" : nil))
        }
    }

    @Test func aCallIsSignedAndWhole() {
        var buffer = ByteBuffer()
        let wire = SimulatorWire(.test)
        wire.call("some.op", Array("{}".utf8), of: "D1", version: "1.0", at: Date(timeIntervalSince1970: 1), into: &buffer)
        let text = String(buffer: buffer)
        let sign = wire.signer.sign("some.op", Array(#"[{"_requestBody":{}}]"#.utf8), at: Date(timeIntervalSince1970: 1)).sign
        #expect(text.hasPrefix("POST /base/mgw.htm HTTP/1.1\r\nHost: console.test:8080\r\nAppId: DEMO_IOS\r\nWorkspaceId: 0000000001\r\nDid: D1\r\n"))
        #expect(text.contains("\r\nSign: \(sign)\r\n") && text.hasSuffix("\r\nContent-Length: 21\r\n\r\n[{\"_requestBody\":{}}]"))
    }

    @Test func aPatchIsFetchedAppliedReportedAndGivenBack() {
        let life = life(.crashes)
        let before = live(life, answering: Self.offer, until: 100)
        #expect(before["4"].map { [$0.offered, $0.downloaded, $0.applied, $0.holding] } == [10, 10, 10, 10])
        let after = live(life, answering: #"{"rollback":["4"]}"#, from: 100, until: 200)
        #expect(after["4"].map { [$0.offered, $0.rolledBack, $0.holding] } == [10, 10, 0])
        #expect(life.tally.answers[HotpatchReport.operation] == [1000: 30] && life.tally.isRolledBack)
        #expect(life.tally.crashes > 0 && life.tally.patches["4"].map { $0.crashes > 0 } == true)
        #expect(life.tally.errors.isEmpty)
    }

    @Test func theSameSeedDoesTheSame() {
        let runs = (0..<2).map { _ in
            let life = life(.crashes)
            _ = live(life, answering: Self.offer, until: 100)
            return life.tally
        }
        #expect(runs[0] == runs[1])
    }

    @Test func whoHangsIsNotHeardOfAgain() {
        let life = life(.hangs, effect: 1)
        let patches = live(life, answering: Self.offer, until: 100)
        #expect(patches["4"].map { [$0.downloaded, $0.applied, $0.hung, $0.holding] } == [10, 0, 10, 0])
        #expect(life.nextWake == nil && life.tally.answers[HotpatchReport.operation] == [1000: 10])
    }

    @Test func aPackageThatIsNotTheOneIsRefused() {
        let life = life(.harmless)
        let other = Self.offer.replacing(HotpatchPackage.digest(Self.package), with: String(repeating: "0", count: 64))
        let patches = live(life, answering: other, until: 100)
        #expect(patches["4"].map { [$0.offered, $0.failed, $0.holding] } == [10, 10, 0])
    }

    @Test func whatHadNoAnswerIsAskedAgain() {
        let life = life(.harmless)
        let asks = life.asks(at: 1_000, upTo: 100)
        #expect(asks.count == 10)
        for ask in asks { life.lose(ask, at: 1_000) }
        #expect(life.asks(at: 1_000.5, upTo: 100).isEmpty && life.asks(at: 1_001, upTo: 100).count == 10)
    }

    // MARK: a console

    private func life(_ scenario: SimulatorScenario, effect: Double = 20) -> SimulatorLife {
        var plan = SimulatorPlan.test
        plan.connections = 1
        plan.scenario = scenario
        plan.effect = effect
        plan.crashRate = 5
        plan.speed = 86_400
        return SimulatorLife(0, SimulatorShared(plan), now: { Date(timeIntervalSince1970: 1_795_228_800) })
    }

    /// Answers each request as a console does, a quarter of a second apart.
    private func live(_ life: SimulatorLife, answering text: String, from start: Double = 0, until end: Double) -> [String: SimulatorPatch] {
        for time in stride(from: start, to: end, by: 0.25) {
            for ask in life.asks(at: time, upTo: 1_000) { life.hear(answer(to: ask, text), to: ask, at: time) }
        }
        return life.tally.patches
    }

    private func answer(to ask: SimulatorAsk, _ text: String) -> SimulatorAnswer {
        switch ask.kind {
        case .query: SimulatorAnswer(status: 200, code: 1000, body: Array(text.utf8))
        case .report: SimulatorAnswer(status: 200, code: 1000, body: Array("{}".utf8))
        case .download: SimulatorAnswer(status: 200, body: Self.package)
        case .lines, .crash: SimulatorAnswer(status: 200)
        }
    }
}
