import Foundation
import Testing

@testable import MainSiteClient

/// The expected values were computed with Python's hashlib and hmac from the contract's sentence.
@Suite struct GatewaySignerTests {
    struct Vector: Sendable {
        let operation: String
        let body: String
        let milliseconds: Double
        let timestamp: GatewayTimestamp
        let text: String
        let md5: String
        let hmac: String
    }

    static let secret = "0123456789abcdef0123456789abcdef"
    static let vectors = [
        Vector(
            operation: "alipay.client.switches.all.get",
            body: #"[{"_requestBody":{"did":"UTD1","productVersion":"2.3.0"}}]"#,
            milliseconds: 1_795_228_800_408,
            timestamp: .decimal,
            text: "1795228800408",
            md5: "e1c9761a715fca6310366526c6aac9eb",
            hmac: "3bbc619c9f57ebaa97043df1ebdbe27d018a44be6034886e4d37375b4317d0c4"
        ),
        Vector(
            operation: "alipay.client.switches.all.get",
            body: #"[{"_requestBody":{"did":"UTD1","productVersion":"2.3.0"}}]"#,
            milliseconds: 1_795_228_800_408,
            timestamp: .radix64,
            text: "Q7x+PMO",
            md5: "11a7f53a3bebae5124325fcacc32fec9",
            hmac: "21af846d453167e01374adef592a01c53a2894a5c0c8910e840ace7338948a58"
        ),
        Vector(
            operation: "测试.op",
            body: #"[{"_requestBody":{"content":"中文 ÿ"}}]"#,
            milliseconds: 1_795_228_800_408,
            timestamp: .radix64,
            text: "Q7x+PMO",
            md5: "613044432756521af7ef365c32f8ec7b",
            hmac: "10d78a7c0a24393cd727464997d593e10f0af417a1bef90768b7c8062d29820b"
        ),
        Vector(
            operation: "empty",
            body: "",
            milliseconds: 0,
            timestamp: .decimal,
            text: "0",
            md5: "a1075432e28539ab9e16d09203597fe2",
            hmac: "10adccaac22a40ce94d3aba5758f90fdf1fa15930536e367d05d7ed5569a69b5"
        ),
    ]

    @Test(arguments: vectors) func bothFormsAreAsTheContractHasThem(vector: Vector) {
        let time = Date(timeIntervalSince1970: vector.milliseconds / 1000)
        for (form, expected) in [(GatewaySigner.Form.md5, vector.md5), (.hmacSHA256, vector.hmac)] {
            let signer = GatewaySigner(secret: Self.secret, form: form, timestamp: vector.timestamp)
            let signature = signer.sign(vector.operation, Array(vector.body.utf8), at: time)
            #expect(signature == GatewaySignature(timestamp: vector.text, sign: expected, form: form))
        }
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (9, "9"), (10, "A"), (35, "Z"), (36, "a"), (61, "z"), (62, "+"), (63, "/"), (64, "10"), (4095, "//"), (4096, "100"),
            (UInt64.max, "F//////////"),
        ] as [(UInt64, String)]
    )
    func radix64HasTheMostSignificantDigitFirst(number: UInt64, text: String) {
        #expect(GatewayTimestamp.radix64(number) == text)
    }

    @Test func everyMillisecondOfASecondIsWrittenAsItIs() {
        for millisecond in 0..<1000 {
            let time = Date(timeIntervalSince1970: 1_795_228_800 + Double(millisecond) / 1000)
            #expect(GatewayTimestamp.decimal.text(time) == String(1_795_228_800_000 + millisecond))
        }
    }

    @Test func theSecretShowsNowhere() {
        let signer = GatewaySigner(secret: Self.secret)
        var dumped = ""
        dump(signer, to: &dumped)
        for text in ["\(signer)", String(reflecting: signer), dumped, "\([signer])"] {
            #expect(!text.contains(Self.secret) && !text.contains("48, 49, 50"), "\(text)")
        }
    }
}
