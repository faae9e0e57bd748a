import Testing

@testable import Console

struct CertificateEndpointTests {
    @Test(arguments: [
        ("api.push.apple.com", "https://api.push.apple.com:443"),
        ("api.push.apple.com:2197", "https://api.push.apple.com:2197"),
        ("https://Stand.In.example:8443/", "https://stand.in.example:8443"),
        ("http://127.0.0.1:9000", "http://127.0.0.1:9000"),
        ("http://localhost", "http://localhost:80"),
        ("https://[::1]:8443", "https://[::1]:8443"),
    ])
    func reads(text: String, endpoint: String) {
        #expect(CertificateEndpoint(text)?.text == endpoint)
        #expect(CertificateEndpoint(endpoint)?.text == endpoint)
    }

    @Test(arguments: [
        "", "http://apple.com", "ftp://apple.com", "https://apple.com/3/device", "https://user@apple.com", "https://a.com?x", "a.com:0",
        "a.com:70000", "a b.com",
    ])
    func refuses(text: String) {
        #expect(CertificateEndpoint(text) == nil)
    }
}
