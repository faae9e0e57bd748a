import Foundation

/// A bucket of an S3-compatible store, and the prefix below which all names of ours stand.
public struct S3Place: Sendable, Equatable, CustomStringConvertible {
    /// `http` or `https`, host and port, without a slash at the end.
    public let endpoint: String
    /// As the header `Host` says it: without the scheme's own port.
    let host: String
    public let bucket: String
    /// Empty, or ends with a slash.
    public let prefix: String
    public let region: String

    /// Without the keys, which are no part of it.
    public var description: String { "s3://\(bucket)/\(prefix) at \(endpoint)" }

    init(url text: String) throws {
        // The text itself is in no message: somebody may have put keys into it.
        guard let parts = URLComponents(string: text), let bucket = parts.host else {
            throw BlobsAddressError("is no address of the form s3://bucket/prefix")
        }
        guard parts.user == nil, parts.password == nil else {
            throw BlobsAddressError("holds a key: keys belong into CONSOLE_S3_ACCESS_KEY and CONSOLE_S3_SECRET_KEY")
        }
        guard bucket.wholeMatch(of: #/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/#) != nil, parts.port == nil else {
            throw BlobsAddressError("has no bucket: its name has 3 to 63 lower-case letters, digits, dots and hyphens")
        }
        let query = try Self.query(parts.queryItems ?? [])
        self.bucket = bucket
        prefix = try Self.prefix(parts.percentEncodedPath)
        region = query["region"] ?? "us-east-1"
        guard region.wholeMatch(of: #/[A-Za-z0-9-]{1,64}/#) != nil else { throw BlobsAddressError("has a region that is no word") }
        (endpoint, host) = try Self.endpoint(query["endpoint"] ?? "https://s3.\(region).amazonaws.com")
    }

    private static func query(_ items: [URLQueryItem]) throws -> [String: String] {
        var values: [String: String] = [:]
        for item in items {
            guard ["endpoint", "region"].contains(item.name) else {
                throw BlobsAddressError("has an unknown parameter: there are endpoint and region")
            }
            guard let value = item.value, !value.isEmpty, values.updateValue(value, forKey: item.name) == nil else {
                throw BlobsAddressError("has no value, or more than one, for \(item.name)")
            }
        }
        return values
    }

    /// Only characters that no layer between here and the store writes differently.
    private static func prefix(_ path: String) throws -> String {
        let parts = path.split(separator: "/")
        for part in parts {
            guard part.wholeMatch(of: #/[A-Za-z0-9._~-]+/#) != nil, part != ".", part != ".." else {
                throw BlobsAddressError("has a prefix with other characters than letters, digits and . _ ~ -")
            }
        }
        guard path.utf8.count <= 512 else { throw BlobsAddressError("has a prefix of more than 512 characters") }
        return parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
    }

    private static func endpoint(_ text: String) throws -> (endpoint: String, host: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil, parts.password == nil,
            ["", "/"].contains(parts.percentEncodedPath), parts.query == nil, parts.fragment == nil
        else { throw BlobsAddressError("has an endpoint that is not of the form https://host or http://host:9000") }
        let port = parts.port.flatMap { $0 == (scheme == "http" ? 80 : 443) ? nil : ":\($0)" } ?? ""
        return ("\(scheme)://\(host)\(port)", host + port)
    }
}
