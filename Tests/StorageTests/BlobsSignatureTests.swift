import Foundation
import Testing

@testable import Storage

/// Against AWS's published examples and botocore 1.44.5's signer (`S3SigV4Auth`), asked for the same requests.
struct BlobsSignatureTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let key = S3Key(access: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")

    private func authorization(_ request: S3Signature.Request, _ region: String, _ time: String) throws -> String? {
        let time = try #require(try? Date.ISO8601FormatStyle().parse(time))
        return S3Signature(key: Self.key, region: region).headers(request, at: time).first { $0.name == "authorization" }?.value
    }

    private func published(
        _ method: String,
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        _ headers: [(name: String, value: String)] = [],
        _ payload: String = empty
    ) throws -> String? {
        let headers = headers + [("host", "examplebucket.s3.amazonaws.com")]
        let request = S3Signature.Request(method: method, path: path, query: query, headers: headers, payload: payload)
        return try authorization(request, "us-east-1", "2013-05-24T00:00:00Z")
    }

    /// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, its four examples.
    @Test func signsAsPublished() throws {
        let scope = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
        #expect(
            try published("GET", "/test.txt", [], [("range", "bytes=0-9")])
                == "\(scope), SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
        #expect(
            try published(
                "PUT",
                "/test$file.text",
                [],
                [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
                "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
            )
                == "\(scope), SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, "
                + "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        )
        #expect(
            try published("GET", "/", [("lifecycle", "")])
                == "\(scope), SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        )
        #expect(
            try published("GET", "/", [("max-keys", "2"), ("prefix", "J")])
                == "\(scope), SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        )
    }

    @Test func signsAnUploadAsBotocoreDoes() throws {
        let request = S3Signature.Request(
            method: "PUT",
            path: "/console/a b/对象/c+d~e=/ab/cd",
            headers: [
                ("if-none-match", "*"), ("x-amz-checksum-sha256", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
                ("content-type", "application/octet-stream"), ("host", "127.0.0.1:9000"),
            ],
            payload: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(request.escapedPath == "/console/a%20b/%E5%AF%B9%E8%B1%A1/c%2Bd~e%3D/ab/cd")
        #expect(
            try authorization(request, "cn-north-1", "2026-11-22T00:01:02Z")
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261122/cn-north-1/s3/aws4_request, "
                + "SignedHeaders=content-type;host;if-none-match;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date, "
                + "Signature=0ea19b9479dbcc58f67178e7724086ec14ecbdd5669331e557f0b472d6f9cad1"
        )
    }

    @Test func signsAListAsBotocoreDoes() throws {
        let query = [
            ("list-type", "2"), ("prefix", "a b/对/"), ("start-after", "a+b=c/~x"), ("max-keys", "1000"), ("continuation-token", "1/+=="),
        ]
        let request = S3Signature.Request(method: "GET", path: "/console", query: query, headers: [("host", "127.0.0.1:9000")], payload: Self.empty)
        #expect(
            request.escapedQuery
                == "continuation-token=1%2F%2B%3D%3D&list-type=2&max-keys=1000&prefix=a%20b%2F%E5%AF%B9%2F&start-after=a%2Bb%3Dc%2F~x"
        )
        #expect(
            try authorization(request, "eu-central-1", "2026-11-22T00:01:02Z")
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261122/eu-central-1/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=2365f42715da60b262b16537f2e17ed2fae117902afcf527188c7b07725c4784"
        )
    }

    @Test func signsAnUploadInPartsAsBotocoreDoes() throws {
        let request = S3Signature.Request(
            method: "POST",
            path: "/bucket/key",
            query: [("uploads", "")],
            headers: [("host", "s3.example.com")],
            payload: Self.empty
        )
        #expect(
            try authorization(request, "us-east-1", "2026-11-22T23:59:59Z")
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261122/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=c1ce358e61fbc3f47bd3bad1a9a0e99f94778f49768b72d9e3ba4027f68513ea"
        )
    }

    @Test func sendsWhatItSigned() throws {
        let request = S3Signature.Request(method: "GET", path: "/b", headers: [("host", "h")], payload: Self.empty)
        let headers = S3Signature(key: Self.key, region: "r").headers(request, at: Date(timeIntervalSince1970: 0))
        #expect(headers.map(\.name) == ["host", "x-amz-content-sha256", "x-amz-date", "authorization"])
        #expect(headers[1].value == Self.empty && headers[2].value == "19700101T000000Z")
        #expect(!headers.contains { $0.value.contains(Self.key.secret) })
    }
}
