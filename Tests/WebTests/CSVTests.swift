import Hummingbird
import Testing

@testable import Web

struct CSVTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("\"\u{200D}", "\"\"\"\u{200D}\""),
        ("two\r\nlines", "\"two\r\nlines\""),
        ("", ""), ("-1.5", "-1.5"), ("+7", "+7"), ("\u{4F60}\u{597D}", "\u{4F60}\u{597D}"),
    ])
    func cellsAreQuotedWhereTheyMustBe(value: String, cell: String) {
        #expect(Array(CSV.cell(value).unicodeScalars) == Array(cell.unicodeScalars))
    }

    @Test(arguments: ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=\u{0301}1", "\u{FF1D}1", "\u{FF20}A1", "="])
    func nothingStartsAFormula(value: String) {
        #expect(CSV.cell(value).hasPrefix("'") || CSV.cell(value).hasPrefix("\"'"))
    }

    @Test func aTableHasAMarkAndEndsItsLines() async throws {
        var table = CSV(["name", "count"])
        table.append(["a", "1"])
        var response = table.response(name: "items.csv")
        #expect(try await response.collectBody() == [0xEF, 0xBB, 0xBF] + Array("name,count\r\na,1\r\n".utf8))
        #expect(response.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(response.headers[.contentDisposition] == "attachment; filename=\"items.csv\"")
        #expect(response.headers[.cacheControl] == "private, no-store")
    }
}
