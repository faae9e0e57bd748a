import Foundation
import Hummingbird
import NIOCore

/// A list as a file, written page by page as the list itself is read.
struct Export<Page: Listing>: Sendable {
    let format: ExportFormat
    /// Read before anything is sent, so that what is wrong is told as of any page.
    let first: Page
    /// The page behind a cursor.
    let read: @Sendable (_ cursor: String) async throws -> Page
    /// In which items are written.
    let answer: JSONAnswer

    func response(name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "private, no-store",
                .contentDisposition: ContentDisposition.attachment("\(name).\(format.rawValue)"),
            ],
            body: ResponseBody { writer in
                try await write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    /// What fails in the middle ends the connection, so that half a list is not taken for a whole one.
    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var text = try ExportWriter<Page.Item>(format: format, encoder: answer.encoder)
        var (page, written) = (first, 0)
        try await writer.write(ByteBuffer(string: text.start))
        for number in 1...ExportLimit.pages {
            try await writer.write(ByteBuffer(string: try page.items.map { try text.item($0) }.joined()))
            written += page.items.count
            guard let cursor = page.nextPage, written < ExportLimit.items, number < ExportLimit.pages else { break }
            page = try await read(cursor)
        }
        try await writer.write(ByteBuffer(string: text.end(next: page.nextPage)))
    }
}

/// How much of a list a file holds.
enum ExportLimit {
    static let items = 10_000
    /// A list that is filtered while it is read may have pages with nothing on them.
    static let pages = 1_000
    /// Items that are read at a time: as many as a page may have.
    static let page = 100
}
