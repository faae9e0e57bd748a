import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Every list as a file.
struct ExportTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    @Test func aTableHasEveryPageAndAColumnForEveryLeaf() async throws {
        let table = try await site.ask(.get, "/apps/demo/stock.csv", .admin)
        #expect(table.status == .ok)
        #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(table.headers[.contentDisposition] == "attachment; filename=\"demo-stock.csv\"")
        #expect(table.headers[.cacheControl] == "private, no-store")
        #expect(Array(table.body.readableBytesView.prefix(3)) == [0xEF, 0xBB, 0xBF])
        let lines = table.text.split(separator: "\r\n")
        #expect(lines.count == 251)
        #expect(lines[0] == "\u{FEFF}id,name,kind,size.width,size.unit,tags,parts,made,sold,isLast")
        #expect(lines[1] == "0,item 0,large,1.5,,,,2026-11-21T00:35:00-05:00,,false")
        #expect(lines[2].hasPrefix("1,\"'=1+1, \"\"x\"\"\",small"))
        #expect(lines[3] == #"2,item 2,small,1.5,m,"a, b, c","[{""number"":1}]",2026-11-21T00:35:00-05:00,,false"#)
        #expect(lines[250].hasPrefix("249,item 249,") && lines[250].hasSuffix(",true"))
    }

    @Test func aDocumentHasTheItemsAsTheListHasThem() async throws {
        let file = try await site.ask(.get, "/apps/demo/stock.json", .admin)
        #expect(file.headers[.contentType] == "application/json; charset=utf-8")
        #expect(file.headers[.contentDisposition] == "attachment; filename=\"demo-stock.json\"")
        let document = try file.object()
        let items = try #require(document["items"] as? [[String: Any]])
        #expect(items.map { $0["id"] as? Int } == Array(0..<250))
        #expect(document["next"] is NSNull)
        let first = try #require((try await site.ask(.get, "/api/v1/apps/demo/stock?limit=1", .token).object()["items"] as? [[String: Any]])?.first)
        #expect(NSDictionary(dictionary: items[0]) == NSDictionary(dictionary: first))
    }

    @Test func nothingMakesAnEmptyFile() async throws {
        let lines = try await site.ask(.get, "/apps/demo/stock.csv?count=0", .admin).text.split(separator: "\r\n")
        #expect(lines.count == 1)
        let document = try await site.ask(.get, "/apps/demo/stock.json?count=0", .admin).object()
        #expect((document["items"] as? [Any])?.isEmpty ?? false)
    }

    @Test func filesAreBoundedAndSayWhereToGoOn() async throws {
        let document = try await site.ask(.get, "/apps/demo/stock.json?count=10150", .admin).object()
        #expect((document["items"] as? [Any])?.count == 10_000)
        let next = try #require(document["next"] as? String)
        let rest = try await site.ask(.get, "/apps/demo/stock.json?count=10150&cursor=\(next)", .admin).object()
        #expect((rest["items"] as? [[String: Any]])?.first?["id"] as? Int == 10_000)
        #expect((rest["items"] as? [Any])?.count == 150)
        let table = try await site.ask(.get, "/apps/demo/stock.csv?count=10150&limit=3", .admin)
        #expect(table.text.split(separator: "\r\n").count == 10_001, "the page's size is not the file's")
    }

    @Test func policyAndFiltersAreThePages() async throws {
        #expect(try await site.ask(.get, "/apps/demo/stock.csv?kind=large", .admin).text.split(separator: "\r\n").count == 26)
        let wrong = try await site.ask(.get, "/apps/demo/stock.csv?kind=huge", .admin)
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.headers[.contentType] == "text/html; charset=utf-8")
        #expect(wrong.headers[.contentDisposition] == nil)
        #expect(try await site.ask(.get, "/apps/demo/stock.csv").headers[.location] == "/login?return=%2Fapps%2Fdemo%2Fstock.csv")
        #expect(try await site.ask(.get, "/apps/demo/stock.csv", .by("guest")).status == .ok)
        #expect(try await site.ask(.get, "/apps/other/stock.csv", .by("guest")).status == .notFound)
        #expect(try await site.ask(.post, "/apps/demo/stock.csv", .admin).status == .methodNotAllowed)
        #expect(try await site.ask(.get, "/api/v1/apps/demo/stock.csv", .token).status == .notFound)
    }

    @Test func thePageLeadsToItsFiles() async throws {
        let cursor = Cursor(1, "").text
        let page = try await site.ask(.get, "/apps/demo/stock?kind=small&limit=50&cursor=\(cursor)", .admin).text
        #expect(page.contains("/apps/demo/stock.csv?kind=small /apps/demo/stock.json?kind=small"))
        #expect(try await site.ask(.get, "/apps/demo/stock?limit=2", .admin).text == "[0][1] 250 /apps/demo/stock.csv /apps/demo/stock.json")
        #expect(try await !site.ask(.get, "/apps/demo/stock?count=0", .admin).text.contains(".csv"), "there is nothing to take")
        #expect(try await !site.ask(.get, "/apps/demo/stock?kind=huge", .admin).text.contains(".csv"), "the filter was refused")
        #expect(try await !site.ask(.get, "/items/ada", .admin).text.contains(".csv"))
    }

    @Test func whatIsNoObjectIsOneColumn() throws {
        let words = ExportColumns(of: try .of(String.self))
        #expect(words.names == ["value"])
        #expect(words.row(.string("a")) == ["a"])
        #expect(words.row(.array([.integer(1), .null, .bool(true)])) == ["1, , true"])
    }
}
