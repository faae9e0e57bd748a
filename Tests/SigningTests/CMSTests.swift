import Foundation
import Testing

@testable import Signing

struct CMSTests {
    @Test func content() throws {
        let (key, certificate) = try PKCS12Tests.identity("a")
        let content = Array("<plist/>".utf8)
        let sealed = try #require(CMS.sealed(content, by: key, certificate))
        let message = try CMS(der: sealed)
        #expect(message.content == content)
        #expect(message.certificates == [certificate])
        #expect(message.isIntact)
        #expect(try CMS.content(of: sealed) == content)
        #expect(try CMS.certificates(of: sealed) == [certificate])
        #expect(CMS.sealed(content, by: .make(), certificate) == nil)
    }

    @Test func changed() throws {
        let (key, certificate) = try PKCS12Tests.identity("a")
        var sealed = try #require(CMS.sealed(Array("device 1".utf8), by: key, certificate))
        let place = try #require(sealed.firstRange(of: Array("device 1".utf8)))
        sealed[place.upperBound - 1] = UInt8(ascii: "2")
        let message = try CMS(der: sealed)
        #expect(message.content == Array("device 2".utf8))
        #expect(!message.isIntact)
    }

    @Test func refuses() throws {
        let (key, certificate) = try PKCS12Tests.identity("a")
        let sealed = try #require(CMS.sealed([1], by: key, certificate))
        #expect(throws: CMSFailure.notSigned) { try CMS(der: []) }
        #expect(throws: CMSFailure.notSigned) { try CMS(der: certificate.der) }
        #expect(throws: CMSFailure.notSigned) { try CMS(der: Array(sealed.dropLast())) }
        #expect(throws: CMSFailure.tooLarge(limit: CMS.sizeLimit)) { try CMS(der: [UInt8](repeating: 0x30, count: CMS.sizeLimit + 1)) }
        for place in stride(from: 0, to: sealed.count, by: 3) {
            var other = sealed
            other[place] ^= 0x15
            _ = try? CMS(der: other)
        }
    }
}
