import Testing

@testable import Storage

struct BlobsAddressTests {
    @Test(arguments: ["data/objects", "/var/lib/console/objects", "objects", "with space", "a:b", "s3/x"])
    func aPathIsADirectory(text: String) throws {
        #expect(try BlobsAddress(text) == .directory(text))
        #expect(try BlobsAddress(text).open(accessKey: nil, secretKey: nil) is DirectoryBlobs)
    }

    @Test func s3HasABucketAPrefixAnEndpointAndARegion() throws {
        let place = try S3Place(url: "s3://console/some/where?endpoint=http://127.0.0.1:9000&region=eu-central-1")
        #expect(place.bucket == "console" && place.prefix == "some/where/" && place.region == "eu-central-1")
        #expect(place.endpoint == "http://127.0.0.1:9000" && place.host == "127.0.0.1:9000")
        #expect(place.description == "s3://console/some/where/ at http://127.0.0.1:9000")
        #expect(try BlobsAddress("s3://console/some/where/?endpoint=http://127.0.0.1:9000/&region=eu-central-1") == .s3(place))
        let plain = try S3Place(url: "s3://console?region=cn-north-1")
        #expect(plain.prefix == "" && plain.endpoint == "https://s3.cn-north-1.amazonaws.com")
        #expect(try S3Place(url: "s3://console").region == "us-east-1")
        #expect(try S3Place(url: "s3://console?endpoint=https://s3.example.com:443").host == "s3.example.com")
        #expect(try S3Place(url: "s3://console?endpoint=https://s3.example.com:80").host == "s3.example.com:80")
        #expect(try S3Place(url: "s3://console?endpoint=http://[::1]:9000").host == "[::1]:9000")
    }

    @Test(arguments: [
        ("", "is empty"),
        ("gs://bucket", "not gs://"),
        ("http://bucket/x", "not http://"),
        ("s3://", "bucket"),
        ("s3:///prefix", "bucket"),
        ("s3://B", "bucket"),
        ("s3://bucket:80/x", "bucket"),
        ("s3://key:secret@bucket/x", "CONSOLE_S3_ACCESS_KEY"),
        ("s3://bucket/a/../b", "prefix"),
        ("s3://bucket/a%20b", "prefix"),
        ("s3://bucket/x?endpont=http://a", "unknown parameter"),
        ("s3://bucket/x?region=", "no value"),
        ("s3://bucket/x?region=a&region=b", "more than one"),
        ("s3://bucket/x?region=a%20b", "region"),
        ("s3://bucket/x?endpoint=ftp://a", "endpoint"),
        ("s3://bucket/x?endpoint=127.0.0.1:9000", "endpoint"),
        ("s3://bucket/x?endpoint=http://a/b", "endpoint"),
        ("s3://bucket/x?endpoint=http://u:secret@a", "endpoint"),
    ])
    func whatCannotBeUsedSaysWhy(text: String, reason: String) throws {
        let error = #expect(throws: BlobsAddressError.self) { try BlobsAddress(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("secret") != true)
    }

    @Test func s3NeedsBothKeysAndDoesNotShowThem() throws {
        let address = try BlobsAddress("s3://console/x?endpoint=http://127.0.0.1:9")
        for (access, secret) in [(nil, nil), ("a", nil), (nil, "b"), ("a", "")] as [(String?, String?)] {
            let error = #expect(throws: BlobsAddressError.self) { try address.open(accessKey: access, secretKey: secret) }
            #expect(error?.description.contains("CONSOLE_S3_SECRET_KEY") == true)
        }
        #expect(try address.open(accessKey: "a", secretKey: "b") is S3Blobs)
        let key = S3Key(access: "AKID", secret: "hidden")
        var dumped = ""
        dump(key, to: &dumped)
        for shown in ["\(key)", String(reflecting: key), dumped, "\(["key": key])", String(describing: S3Signature(key: key, region: "r"))] {
            #expect(!shown.contains("hidden") && !shown.contains("AKID"))
        }
    }
}
