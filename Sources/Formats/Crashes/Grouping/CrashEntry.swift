/// Frames of the app by which it was started. All stacks of the main thread have them, so that they tell nothing; and a stack that has no other
/// frame of the app is the system's.
enum CrashEntry {
    static func frames(of stack: [CrashReport.Frame], _ inApp: inout CrashInApp) -> Set<Int> {
        var entries: Set<Int> = []
        // They are outermost.
        let bottom = stack.indices.suffix(most)
        for index in bottom where isNamed(stack[index].symbol) && inApp.isInApp(stack[index]) { entries.insert(index) }
        return entries.union(unnamed(stack, bottom, &inApp))
    }

    private static let most = 8

    private static func isNamed(_ symbol: String) -> Bool {
        switch symbol {
        case "main", "_main", "start", "_start": true
        default: symbol.hasSuffix(".$main()") || symbol.hasSuffix(".main()") && symbol.hasPrefix("static ")
        }
    }

    /// Without symbols: what lies between the system's loader and the loop that it started.
    private static func unnamed(_ stack: [CrashReport.Frame], _ bottom: Range<Int>, _ inApp: inout CrashInApp) -> Range<Int> {
        guard let last = bottom.last, loaders.contains(stack[last].module) else { return 0..<0 }
        var first = last
        while first > bottom.lowerBound, stack[first - 1].symbol.isEmpty || isNamed(stack[first - 1].symbol), inApp.isInApp(stack[first - 1]) {
            first -= 1
        }
        guard first > bottom.lowerBound, loops.contains(stack[first - 1].module) else { return 0..<0 }
        return first..<last
    }

    private static let loaders: Set<String> = ["dyld", "libdyld.dylib", "dyld_sim"]
    private static let loops: Set<String> = ["UIKit", "UIKitCore", "AppKit", "SwiftUI", "SwiftUICore", "WatchKit", "ExtensionFoundation"]
}
