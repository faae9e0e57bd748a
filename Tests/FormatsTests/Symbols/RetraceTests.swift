import Testing

@testable import Formats

/// The examples of R8's doc/retrace.md, and cases of its retrace as users see them.
struct RetraceTests {
    private func retrace(_ mapping: String) throws -> Retrace {
        try Retrace(SymbolBytes(Array(mapping.utf8)))
    }

    /// Frames as `a.b.c(File:4)`, alternatives with `|` between them.
    private func trace(_ mapping: String, _ frames: [(String, String, Int?)], thrownBy exception: String? = nil) throws -> [String] {
        try retrace(mapping).frames(frames.map { RetraceFrame(className: $0.0, method: $0.1, line: $0.2) }, thrownBy: exception)
            .filter { !$0.alternatives.isEmpty }
            .map { $0.alternatives.map { $0.map(Self.text).joined(separator: ", ") }.joined(separator: " | ") }
    }

    private static func text(_ frame: RetraceFrame) -> String {
        "\(frame.className).\(frame.method)(\(frame.file ?? "?")\(frame.line.map { ":\($0)" } ?? ""))"
    }

    @Test func methodsInOneAnotherComeApart() throws {
        let mapping = """
            some.Main -> a:
                1:1:void main(java.lang.String[]):101:101 -> a
                6:7:void method3(long):80:81 -> a
                6:7:void other.Helper.method2(int):88 -> a
                6:7:void main(java.lang.String[]):102 -> a
            """
        let inner = "some.Main.method3(Main.java:81), other.Helper.method2(Helper.java:88), some.Main.main(Main.java:102)"
        #expect(try trace(mapping, [("a", "a", 7), ("a", "a", 1)]) == [inner, "some.Main.main(Main.java:101)"])
    }

    @Test func whatCannotBeToldApartIsAllThere() throws {
        let mapping = """
            some.R8 -> a.a:
                void foo(int) -> a
                void bar(int, int) -> a
            some.Two -> b:
                10:10:void some.inlinee1(int):10:10 -> z
                10:10:void foo(int):10 -> z
                11:12:void foo(int):11:12 -> z
                10:10:void some.inlinee2(int,int):20:20 -> z
                10:10:void foo(int,int):42 -> z
            """
        #expect(try trace(mapping, [("a.a", "a", nil)]) == ["some.R8.foo(R8.java) | some.R8.bar(R8.java)"])
        #expect(try trace(mapping, [("a.a", "a", 7)]) == ["some.R8.foo(R8.java:7) | some.R8.bar(R8.java:7)"])
        let both = "some.inlinee1(some.java:10), some.Two.foo(Two.java:10) | some.inlinee2(some.java:20), some.Two.foo(Two.java:42)"
        #expect(try trace(mapping, [("b", "z", 10)]) == [both])
        #expect(try trace(mapping, [("b", "z", 12)]) == ["some.Two.foo(Two.java:12)"])
    }

    @Test func aLineFindsTheMethodThatHasLines() throws {
        let mapping = """
            some.Class -> A:
                java.util.List select(java.util.List) -> a
                3:3:void sync():425:425 -> a
                void cancel(java.lang.String[]) -> a
            """
        #expect(try trace(mapping, [("A", "a", 3)]) == ["some.Class.sync(Class.java:425)"])
        #expect(try trace(mapping, [("A", "a", nil)]) == ["some.Class.select(Class.java) | some.Class.cancel(Class.java)"])
    }

    @Test func linesOutsideKeepTheirNames() throws {
        let mapping = """
            some.Class -> b:
                1:3:void method2():11:13 -> a
                4:4:void method2():10:10 -> a
            """
        #expect(
            try trace(mapping, [("b", "a", 27), ("b", "q", 3), ("c", "d", 1)]) == [
                "some.Class.a(Class.java:27)", "some.Class.q(Class.java:3)", "c.d(?:1)",
            ]
        )
        #expect(try trace(mapping, [("b", "a", nil)]) == ["some.Class.method2(Class.java)"])
    }

    @Test func linesAreCountedOrStayWhereTheyAre() throws {
        let mapping = """
            foo.bar.Baz -> a:
                1:10:void qux():27:27 -> a
                11:15:void qux():42 -> a
                void plain(long):1:1 -> b
                void unknown():0:0 -> c
                void spread():42:44 -> d
                1:2:int same() -> e
                0:65535:void all():0:0 -> f
            """
        let lines: [(String, Int?)] = [("a", 8), ("a", 13), ("b", 5), ("b", nil), ("c", 8), ("e", 2), ("f", 900), ("f", nil)]
        let expected = [
            "qux(Baz.java:27)", "qux(Baz.java:42)", "plain(Baz.java:1)", "plain(Baz.java:1)", "unknown(Baz.java)", "same(Baz.java:2)",
            "all(Baz.java)", "all(Baz.java)",
        ]
        #expect(try trace(mapping, lines.map { ("a", $0.0, $0.1) }) == expected.map { "foo.bar.Baz.\($0)" })
        let three = (42...44).map { "foo.bar.Baz.spread(Baz.java:\($0))" }.joined(separator: " | ")
        #expect(try trace(mapping, [("a", "d", 1)]) == [three])
    }

    // MARK: what R8 adds

    @Test func outlinesTellTheLineOfTheirCaller() throws {
        let mapping = """
            # {"id":"com.android.tools.r8.mapping","version":"2.0"}
            outline.Class -> a:
                1:2:int outline() -> a
            # { "id":"com.android.tools.r8.outline" }
            some.Class -> b:
                4:4:int outlineCaller(int):98:98 -> s
                5:5:int outlineCaller(int):100:100 -> s
                27:27:int outlineCaller(int):0:0 -> s
            # { "id":"com.android.tools.r8.outlineCallsite", "positions": { "1": 4, "2": 5 }, "outline":"La;a()I"}
            """
        #expect(try trace(mapping, [("a", "a", 1), ("b", "s", 27)]) == ["some.Class.outlineCaller(Class.java:98)"])
        #expect(try trace(mapping, [("a", "a", 2), ("b", "s", 27)]) == ["some.Class.outlineCaller(Class.java:100)"])
        #expect(try trace(mapping, [("a", "a", 9), ("b", "s", 27)]) == ["some.Class.outlineCaller(Class.java)"])
        #expect(
            try trace(mapping.replacing("La;a()I", with: "Lz;z()I"), [("a", "a", 1), ("b", "s", 27)]) == ["some.Class.outlineCaller(Class.java)"]
        )
    }

    @Test func framesAreLeftAwayForAnException() throws {
        let mapping = """
            # {"id":"com.android.tools.r8.mapping","version":"2.0"}
            some.Class -> a:
                4:4:void other.Class.inlinee():23:23 -> a
                4:4:void caller(other.Class):7 -> a
                # { "id": "com.android.tools.r8.rewriteFrame", "conditions": ["throws(Ljava/lang/NullPointerException;)"], "actions": ["removeInnerFrames(1)"] }
            """
        let (all, some) = ("other.Class.inlinee(Class.java:23), some.Class.caller(Class.java:7)", "some.Class.caller(Class.java:7)")
        #expect(try trace(mapping, [("a", "a", 4), ("a", "a", 4)], thrownBy: "java.lang.NullPointerException") == [some, all])
        #expect(try trace(mapping, [("a", "a", 4)], thrownBy: "java.lang.Error") == [all])
        #expect(try trace(mapping, [("a", "a", 4)]) == [all])
        #expect(
            try trace(mapping.replacing("removeInnerFrames(1)", with: "dance(1)"), [("a", "a", 4)], thrownBy: "java.lang.NullPointerException") == [
                all
            ]
        )
    }

    @Test func whatTheCompilerMadeIsNotShown() throws {
        let mapping = """
            # {"id":"com.android.tools.r8.mapping","version":"1.0"}
            example.Foo -> a.a:
                5:5:void lambda$main$0():225 -> a
            example.Foo$$ExternalSyntheticLambda0 -> a.b:
                4:4:void example.Foo.lambda$main$0():225 -> a
                4:4:void run(example.Foo):0 -> a
                  # {'id':'com.android.tools.r8.synthesized'}
                void run(example.Foo) -> b
                  # {"id":"com.android.tools.r8.synthesized"}
            """
        #expect(
            try trace(mapping, [("a.b", "a", 4), ("a.b", "b", nil), ("a.a", "a", 5)]) == [
                "example.Foo.lambda$main$0(Foo.java:225)", "example.Foo.lambda$main$0(Foo.java:225)",
            ]
        )
    }

    @Test func residualSignaturesTellMethodsApart() throws {
        let mapping = """
            some.Class -> a:
                1:1:void first(some.Other):7:7 -> a
                # {"id":"com.android.tools.r8.residualsignature","signature":"(Lb;)V"}
                1:1:void second(java.lang.Object):9:9 -> a
                # {"id":"com.android.tools.r8.residualsignature","signature":"(Ljava/lang/Object;)V"}
            """
        #expect(try trace(mapping, [("a", "a", 1)]) == ["some.Class.first(Class.java:7) | some.Class.second(Class.java:9)"])
    }

    @Test func filesAreNamedByTheirClasses() throws {
        let mapping = """
            com.example.Main -> a.a:
            # {"id":"sourceFile","fileName":"Everything.kt"}
                1:1:void main():10:10 -> a
                2:2:void com.example.Helper.work():50:50 -> a
                2:2:void main():11 -> a
                3:3:void com.example.ToolsKt.make():5:5 -> a
                4:4:void io.Singletons$ScreenKt.draw():6:6 -> a
                5:5:void com.example.Named.work():7:7 -> a
            com.example.Named -> a.b:
            # {"id":"sourceFile","fileName":"Other.kt"}
            com.example.Made -> a.c:
            # {"id":"sourceFile","fileName":"R8$$SyntheticClass"}
                1:1:void run():3:3 -> a
            """
        let lines = try trace(mapping, (1...5).map { ("a.a", "a", $0) } + [("a.c", "a", 1)])
        let main = "com.example.Main.main(Everything.kt"
        let expected = [
            "\(main):10)", "com.example.Helper.work(Helper.kt:50), \(main):11)", "com.example.ToolsKt.make(Tools.kt:5)",
            "io.Singletons$ScreenKt.draw(Screen.kt:6)", "com.example.Named.work(Other.kt:7)", "com.example.Made.run(Made.java:3)",
        ]
        #expect(lines == expected)
    }

    // MARK: names

    @Test func namesInMessagesAreSpelledOut() throws {
        let mapping = """
            com.example.Basket -> a.b.c:
                void fill() -> d
                void fill(int) -> e
                void empty() -> e
            com.example.Shop -> s:
            """
        let retrace = try retrace(mapping)
        #expect(retrace.className("a.b.c") == "com.example.Basket" && retrace.className("a.b") == nil)
        #expect(retrace.method("a.b.c", "d").map { [$0.className, $0.method] } == ["com.example.Basket", "fill"])
        #expect(retrace.method("a.b.c", "e") == nil)
        #expect(retrace.message("a.b.c cannot be cast to a.b.c.") == "com.example.Basket cannot be cast to com.example.Basket.")
        #expect(
            retrace.message("Attempt to invoke 'void a.b.c.d()' on a null object, s")
                == "Attempt to invoke 'void com.example.Basket.fill()' on a null object, s"
        )
        #expect(retrace.message("void a.b.c.e(): 1.2.3... 中文 a.b.c") == "void com.example.Basket.e(): 1.2.3... 中文 com.example.Basket")
    }

    // MARK: broken files

    @Test func brokenRangesAreBounded() throws {
        let mapping = """
            some.Main -> a:
                5:3:void main():7:2 -> a
                99999999999999999999:1:void huge() -> b
                1:2void odd() -> c
                1::void half() -> d
                1:900000000:void wide():1:999999999 -> e
                0:0:void none():10:11 -> j
                :void none() -> f
                void () -> g
            void late() -> h
                -> i
            """
        #expect(try trace(mapping, [("a", "a", 4)]) == ["some.Main.main(Main.java:3)"])
        #expect(
            try trace(mapping, [("a", "j", .max), ("a", "j", .min)]) == [
                "some.Main.none(Main.java:10) | some.Main.none(Main.java:11)", "some.Main.none(Main.java)",
            ]
        )
        #expect(try trace(mapping, [("a", "e", 900_000_000)]) == ["some.Main.wide(Main.java:900000000)"])
        #expect(
            try trace(mapping, ["b", "c", "d", "g", "i"].map { ("a", $0, 4) }) == ["b", "c", "d", "g", "i"].map { "some.Main.\($0)(Main.java:4)" }
        )
    }

    @Test func piecesAndLineEndsDoNotMatter() throws {
        // Over a megabyte, so that classes lie across the pieces that are read.
        let classes = (0..<20_000).map { "com.example.some.Class\($0) -> a.c\($0):\r\n    1:1:void run\($0)():\($0 + 1) -> a\r\n" }
        let retrace = try retrace(classes.joined())
        #expect(retrace.classes == 20_000)
        for number in [0, 1, 9_999, 12_345, 19_999] {
            let found = retrace.frames([RetraceFrame(className: "a.c\(number)", method: "a", line: 1)])
            #expect(
                found[0].alternatives == [
                    [
                        RetraceFrame(
                            className: "com.example.some.Class\(number)",
                            method: "run\(number)",
                            file: "Class\(number).java",
                            line: number + 1
                        )
                    ]
                ]
            )
        }
    }

    @Test func aLongTraceIsCut() throws {
        let retrace = try retrace("some.Main -> a:\n    void run() -> b\n")
        let frames = [RetraceFrame](repeating: RetraceFrame(className: "a", method: "b", line: 1), count: 12_000)
        let found = retrace.frames(frames)
        #expect(found.count == 12_000 && found[9_999].isKnown && !found[10_000].isKnown)
    }

    /// Classes with a method of 10,000 lines each.
    @Test func aHostileMappingCostsLittle() throws {
        let lines = String(repeating: "    1:1:void run():1:1 -> b\n", count: 10_000)
        let retrace = try retrace("some.Main -> a:\n\(lines)some.Other -> c:\n\(lines)some.Third -> d:\n\(lines)")
        let frames = (0..<9_000).map { RetraceFrame(className: ["a", "c", "d"][$0 % 3], method: "b", line: $0) }
        let start = ContinuousClock.now
        let found = retrace.frames(frames)
        #expect(found.count == 9_000 && found[0].isKnown && !found[8_999].isKnown)
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
