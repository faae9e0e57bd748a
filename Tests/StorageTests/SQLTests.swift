import Foundation
import Storage
import Testing

struct SQLTests {
    @Test func interpolatedValuesAreBoundNeverText() {
        let name = "'; DROP TABLE app; --"
        let sql: SQL = "SELECT * FROM app WHERE name = \(name) AND n = \(7)"
        #expect(sql.text == "SELECT * FROM app WHERE name = ? AND n = ?")
        #expect(sql.values == [.text(name), .integer(7)])
    }

    @Test func aFragmentIsSplicedInWithItsValues() {
        let condition: SQL = "n > \(1)"
        let sql: SQL = "SELECT * FROM app WHERE id = \("a") AND \(condition) LIMIT \(5)"
        #expect(sql.text == "SELECT * FROM app WHERE id = ? AND n > ? LIMIT ?")
        #expect(sql.values == [.text("a"), .integer(1), .integer(5)])
    }

    @Test func allKeepsAnOrTogether() {
        let sql = SQL.all(["a = \(1) OR b = \(2)", "c = \(3)"])
        #expect(sql.text == "(a = ? OR b = ?) AND (c = ?)")
        #expect(sql.values == [.integer(1), .integer(2), .integer(3)])
    }

    @Test func allOfNothingAlwaysHolds() {
        #expect(SQL.all([]).text == "1 = 1")
    }

    @Test func aListIsBoundOneByOne() {
        let sql = SQL.list(["x", "y", "z"])
        #expect(sql.text == "?, ?, ?")
        #expect(sql.values == [.text("x"), .text("y"), .text("z")])
        #expect(SQL.list([Int]()).text == "NULL")
    }

    @Test func trustedTextHasNoValues() {
        #expect(SQL(trusted: "VACUUM").text == "VACUUM")
        #expect(SQL(trusted: "VACUUM").values.isEmpty)
    }

    @Test func valuesKeepTheirKind() {
        #expect(Bool(sqlValue: true.sqlValue) == true)
        #expect(Double(sqlValue: .integer(3)) == 3)
        #expect(Int(sqlValue: .real(3)) == nil)
        #expect(String(sqlValue: .integer(3)) == nil)
        #expect(Int?(sqlValue: .null) == .some(nil))
        #expect(Int?(sqlValue: .text("3")) == nil)
        #expect((nil as Int?).sqlValue == .null)
    }

    @Test func timesAreWholeMilliseconds() {
        let time = Date(timeIntervalSince1970: 1_795_190_400.1236)
        #expect(time.sqlValue == .integer(1_795_190_400_124))
        #expect(Date(sqlValue: .integer(1_500)) == Date(timeIntervalSince1970: 1.5))
        #expect(Date(sqlValue: .text("2026-11-21")) == nil)
    }

    private enum Colour: String, SQLConvertible { case red }

    @Test func anEnumerationRefusesAWordItDoesNotHave() {
        #expect(Colour(sqlValue: .text("red")) == .red)
        #expect(Colour(sqlValue: .text("blue")) == nil)
    }
}
