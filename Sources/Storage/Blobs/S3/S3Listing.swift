import Foundation

/// The blobs in a bucket, in the order of their ids. What has no blob's name is passed over.
struct S3Listing {
    let client: S3Client
    /// Of an answer: 1,000 names of up to 1,024 bytes, each escaped.
    static let answerLimit = 8 << 20

    private var prefix: String { client.place.prefix }

    func blobs(after: BlobID?, limit: Int) async throws -> [BlobListed] {
        var found: [BlobListed] = []
        var next: String?
        repeat {
            let page = try await page(after, next, limit - found.count)
            found += page.children.filter { $0.name == "Contents" }.compactMap(blob)
            next = page["IsTruncated"] == "true" ? page["NextContinuationToken"] : nil
        } while next != nil && found.count < limit
        return Array(found.prefix(limit))
    }

    /// Names come escaped, because XML cannot hold every character of a name that somebody else gave.
    private func page(_ after: BlobID?, _ next: String?, _ count: Int) async throws -> S3Element {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("max-keys", "\(min(max(count, 1), 1_000))"), ("prefix", prefix)]
        if let next { query.append(("continuation-token", next)) }
        if let after { query.append(("start-after", prefix + after.place)) }
        do {
            let answer = try await client.ask(S3Question(.GET, query: query, limit: Self.answerLimit))
            guard answer.status == 200 else { throw client.unavailable(answer.refusal) }
            guard let page = S3Element.read(answer.body), page.name == "ListBucketResult" else { throw client.unavailable("its list cannot be read") }
            return page
        } catch is S3TooLong {
            throw client.unavailable("its list is too long")
        }
    }

    private func blob(_ element: S3Element) -> BlobListed? {
        guard let name = element["Key"]?.removingPercentEncoding, name.hasPrefix(prefix),
            let id = BlobID(place: String(name.dropFirst(prefix.count))),
            let size = element["Size"].flatMap(Int.init), let date = element["LastModified"].flatMap(Self.date)
        else { return nil }
        return BlobListed(id: id, size: size, date: date)
    }

    /// With or without parts of a second.
    static func date(_ text: String) -> Date? {
        (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
    }
}

/// Uploads in parts whose node ended in their middle. Nobody sees them, but they cost room until they are aborted.
struct S3Leftovers {
    let client: S3Client
    /// The largest file is up long before.
    private static let age = 86_400.0

    /// Those of the first page: what is left is there at the next look. A store that cannot list them, or does not let us, clears by its own rules.
    func clear(now: Date) async throws {
        let query = [("uploads", ""), ("prefix", client.place.prefix), ("encoding-type", "url")]
        guard let answer = try? await client.ask(S3Question(.GET, query: query, limit: S3Listing.answerLimit)), answer.status == 200,
            let page = S3Element.read(answer.body), page.name == "ListMultipartUploadsResult"
        else { return }
        for upload in page.children where upload.name == "Upload" {
            guard let begun = upload["Initiated"].flatMap(S3Listing.date), now.timeIntervalSince(begun) > Self.age else { continue }
            try await abort(upload)
        }
    }

    private func abort(_ upload: S3Element) async throws {
        let prefix = client.place.prefix
        guard let name = upload["Key"]?.removingPercentEncoding, name.hasPrefix(prefix), let token = upload["UploadId"],
            let id = BlobID(place: String(name.dropFirst(prefix.count)))
        else { return }
        _ = try await client.ask(S3Question(.DELETE, id.place, query: [("uploadId", token)]))
    }
}
