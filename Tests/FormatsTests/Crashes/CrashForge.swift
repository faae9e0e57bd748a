@testable import Formats

/// Protocol buffers made by hand.
struct CrashForge {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ field: Int, _ number: UInt64) {
        append(UInt64(field) << 3)
        append(number)
    }

    mutating func add(_ field: Int, _ text: String) {
        add(field, bytes: Array(text.utf8))
    }

    mutating func add(_ field: Int, bytes content: [UInt8]) {
        append(UInt64(field) << 3 | 2)
        append(UInt64(content.count))
        bytes += content
    }

    mutating func add(_ field: Int, _ make: (inout CrashForge) -> Void) {
        var message = CrashForge()
        make(&message)
        add(field, bytes: message.bytes)
    }

    private mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

extension CrashSamples {
    /// A `.plcrash` file with two threads, the second of which crashed of an exception.
    static let plcrash: [UInt8] = {
        var report = CrashForge()
        report.add(1) { system in
            system.add(1, 1)
            system.add(2, "17.5")
            system.add(3, 6)
            system.add(4, 1_547_055_742)
            system.add(5, "21F79")
        }
        report.add(2) { app in
            app.add(1, "com.example.demo")
            app.add(2, "7")
            app.add(3, "4.21.1")
        }
        addThread(&report, 0, isCrashed: false)
        addThread(&report, 1, isCrashed: true)
        report.add(4) { image in
            image.add(1, 0x1_0211_C000)
            image.add(2, 0x39_8000)
            image.add(3, "/private/var/containers/Bundle/Application/01/Demo.app/Demo")
            image.add(4, bytes: (0..<16).map { $0 * 16 + 1 })
            image.add(5) { processor in
                processor.add(1, 1)
                processor.add(2, 0x100_000C)
                processor.add(3, 2)
            }
        }
        report.add(5) { exception in
            exception.add(1, "NSRangeException")
            exception.add(2, "index 5 beyond bounds")
            exception.add(3) { $0.add(3, 0x1_0226_8E70) }
        }
        report.add(6) { signal in
            signal.add(1, "SIGABRT")
            signal.add(2, "#0")
            signal.add(3, 0x1B2)
            signal.add(4) { mach in
                mach.add(1, 10)
                mach.add(2, 1)
                mach.add(2, 2)
            }
        }
        report.add(7) { process in
            process.add(1, "Demo")
            process.add(2, 49028)
            process.add(3, "/private/var/containers/Bundle/Application/01/Demo.app/Demo")
            process.add(4, "launchd")
            process.add(7, 1_547_055_700)
        }
        report.add(8) { machine in
            machine.add(1, "iPhone14,2")
            machine.add(2) { processor in
                processor.add(1, 1)
                processor.add(2, 0x100_000C)
                processor.add(3, 2)
            }
        }
        report.add(9) { $0.add(2, bytes: Array(0..<16)) }
        return Array("plcrash\u{1}".utf8) + report.bytes
    }()

    private static func addThread(_ report: inout CrashForge, _ number: UInt64, isCrashed: Bool) {
        report.add(3) { thread in
            thread.add(1, number)
            thread.add(2) { frame in
                frame.add(3, 0x1_0226_8E70)
                frame.add(6) { symbol in
                    symbol.add(1, "__ZN4Cart5totalEv")
                    symbol.add(2, 0x1_0226_8E30)
                }
            }
            thread.add(2) { $0.add(3, 0x1_0226_8F00) }
            thread.add(3, isCrashed ? 1 : 0)
            thread.add(4) { register in
                register.add(1, "x0")
                register.add(2, number == 1 ? .max : 0)
            }
        }
    }

    /// A tombstone with a library that is loaded twice.
    static let tombstoneMessage: [UInt8] = {
        var tombstone = CrashForge()
        tombstone.add(1, 1)
        tombstone.add(2, "google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys")
        tombstone.add(4, "2021-05-12 10:00:00.123456789+0800")
        tombstone.add(5, 4711)
        tombstone.add(6, 4712)
        tombstone.add(9, "com.example.demo")
        tombstone.add(10) { signal in
            signal.add(1, 11)
            signal.add(2, "SIGSEGV")
            signal.add(3, 1)
            signal.add(4, "SEGV_MAPERR")
            signal.add(8, 1)
        }
        tombstone.add(15) { $0.add(1, "null pointer dereference") }
        for (number, pc) in [(4711, 0x1000), (4712, 0x7010)] as [(UInt64, UInt64)] {
            tombstone.add(16) { entry in
                entry.add(1, number)
                entry.add(2) { thread in
                    thread.add(1, number)
                    thread.add(2, "thread \(number)")
                    thread.add(3) { register in
                        register.add(1, "x0")
                        register.add(2, pc)
                    }
                    thread.add(4) { frame in
                        frame.add(1, 0x10)
                        frame.add(2, pc)
                        frame.add(4, "crash")
                        frame.add(5, 4)
                        frame.add(6, "/data/app/a/libdemo.so")
                        frame.add(8, "01AB")
                    }
                }
            }
        }
        for (begin, offset) in [(0x1000, 0), (0x2000, 0x1000), (0x7000, 0)] as [(UInt64, UInt64)] {
            tombstone.add(17) { mapping in
                mapping.add(1, begin)
                mapping.add(2, begin + 0x1000)
                mapping.add(3, offset)
                mapping.add(7, "/data/app/a/libdemo.so")
                mapping.add(8, "01ab")
            }
        }
        tombstone.add(20, 4)
        return tombstone.bytes
    }()

    static var simple: [[UInt8]] { simpleTexts.map { Array($0.utf8) } + [plcrash, tombstoneMessage] }
    static var all: [[UInt8]] { simple + [Array(translated.utf8)] }
}
