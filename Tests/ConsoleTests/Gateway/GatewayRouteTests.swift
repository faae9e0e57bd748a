import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The door as devices see it. Operations of the other rooms have their own tests; here an operation nobody has stands for a call that was let in.
struct GatewayRouteTests {
    private static let unknown = "test.unknown"

    @Test func aCallIsLetInByEitherFormOfSignatureAndTime() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let body = #"[{"_requestBody":{"a":"é"}}]"#
            let milliseconds = Int(console.clock.now.timeIntervalSince1970 * 1_000)
            for time in ["\(milliseconds)", radix64(milliseconds)] {
                for form in [GatewaySignature.Form.md5, .hmacSHA256] {
                    let answer = try await device.send(device.headers(Self.unknown, body, time: time, form: form), body)
                    #expect(answer.result == .noOperation, "\(time) \(form)")
                }
            }
        }
    }

    private func radix64(_ number: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/")
        return number == 0 ? "" : radix64(number >> 6) + String(alphabet[number & 63])
    }

    @Test func everyMissingOrWrongHeaderHasItsCode() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let good = device.headers(Self.unknown, "[{}]")
            let wrong: [(HTTPField.Name, String?, GatewayStatus)] = [
                (.appID, nil, .signatureIncomplete), (.appID, "NOBODY_IOS", .noSecret),
                (.workspaceID, nil, .signatureIncomplete), (.workspaceID, "0000000000", .noOperation),
                (.operationType, nil, .signatureIncomplete), (.operationType, "another", .signatureMismatch),
                (.callTime, nil, .timeMissing), (.callTime, "soon!", .timeOutsideValidity), (.callTime, "1", .timeOutsideValidity),
                (.sign, nil, .signatureMissing), (.sign, "0", .signatureMismatch), (.sign, String(repeating: "0", count: 32), .signatureMismatch),
                (.signType, "sm2", .signatureIncomplete), (.signType, "hmac-sha256", .signatureMismatch),
            ]
            for (name, value, status) in wrong {
                var headers = good
                headers[name] = value
                #expect(try await device.send(headers, "[{}]").result == status, "\(name) \(value ?? "-")")
            }
            #expect(try await console.ask(.get, "/mgw.htm").status == .methodNotAllowed)
        }
    }

    @Test(arguments: [(600.0, true), (-600, true), (600.002, false), (-600.002, false)])
    func aCallIsValidForTenMinutesEitherWay(_ off: Double, _ valid: Bool) async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let time = "\(Int(((console.clock.now.timeIntervalSince1970 + off) * 1_000).rounded()))"
            let answer = try await device.send(device.headers(Self.unknown, "[{}]", time: time), "[{}]")
            #expect(answer.result == (valid ? .noOperation : .timeOutsideValidity))
        }
    }

    @Test func aBodyThatIsNoArrayOfOneIsRefused() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
            let large = "[\"" + String(repeating: "a", count: 1 << 20) + "\"]"
            for body in ["[]", "[{},{}]", "{}", "[{]", "x", "[{\"a\":\u{01}}]", deep, large] {
                #expect(try await device.call(Self.unknown, body).result == .badFormat, "\(body.prefix(20))")
            }
            #expect(try await device.call(Self.unknown, "").result == .emptyRequest)
        }
    }

    @Test func theOldSecretIsGoodUntilItsOverlapEnds() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let rotated = try await console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":2}"#)
            #expect(rotated.status.kind == .successful)
            #expect(try await device.call(Self.unknown).result == .noOperation)
            console.clock.advance(by: 2 * 3_600)
            #expect(try await device.call(Self.unknown).result == .signatureMismatch)
        }
    }

    @Test func aDeviceIsHeldToItsRate() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let did: HTTPFields = [try #require(HTTPField.Name("Did")): "device-1"]
            var results: [GatewayStatus?] = []
            for _ in 0..<25 { results.append(try await device.call(Self.unknown, adding: did).result) }
            #expect(results.filter { $0 == .tooFast }.count == 25 - GatewaySettings().deviceRate)
            #expect(try await device.call(Self.unknown).result == .noOperation, "another device")
            console.clock.advance(by: 1)
            #expect(try await device.call(Self.unknown, adding: did).result == .noOperation)
        }
    }

    @Test func theDemosOperationsAreForDemoApps() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let login = #"[{"_requestBody":{"userId":"alipayAdmin","password":"ali123"}}]"#
            #expect(try await device.call("alipay.mpaasgw.logindemo", login).result == .noOperation)
        }
    }

    @Test func whatADeviceIsToldIsInItsLanguage() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            let chinese = try await device.call(Self.unknown).headers[.memo]
            let english = try await device.call(Self.unknown, adding: [.acceptLanguage: "en"]).headers[.memo]
            #expect(chinese?.removingPercentEncoding == "没有这个接口")
            #expect(english?.removingPercentEncoding == "No such operation")
        }
    }
}
