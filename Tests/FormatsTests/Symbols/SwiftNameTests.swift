import Testing

@testable import Formats

struct SwiftNameTests {
    @Test func namesAreReadAsTheyWereWritten() {
        for (name, expected) in [
            ("$s1s4ShopC4sellSiyF", "Shop.sell()"), ("_$s1s4deep_2atSiSaySiG_SitF", "deep(_:at:)"), ("__T03App4ShopC4sellSiyF", "Shop.sell()"),
            (
                "$s1s4ShopCs23CustomStringConvertibleAAsADP11descriptionSSvgTW",
                "protocol witness for CustomStringConvertible.description.getter in conformance Shop"
            ),
        ] {
            #expect(SwiftName.readable(name) == expected)
        }
    }

    @Test func othersStayAsTheyAre() {
        for name in ["main", "-[ViewController viewDidLoad]", "$", "", "$s", "$snonsense", "_Z3foov", "$s" + String(repeating: "A", count: 9_000)] {
            #expect(SwiftName.readable(name) == name)
        }
    }
}
