// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "console",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "console", targets: ["Command"]),
        .executable(name: "first-device", targets: ["FirstDevice"]),
        .library(name: "MainSiteClient", targets: ["MainSiteClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries from Debian, one system module each.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        // Swift faces of those libraries, and the formats that devices and people send.
        .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: strict),
        .target(name: "Signing", dependencies: ["COpenSSL"], swiftSettings: strict),
        .target(name: "Formats", dependencies: ["CPNG", "CQREncode", "CZip", "Gzip"], swiftSettings: strict),

        // What the application stands on.
        .target(
            name: "Storage",
            dependencies: [
                "CPostgres", "Signing",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Web",
            dependencies: [
                "Gzip",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),

        // The application: one folder per feature.
        .target(
            name: "Console",
            dependencies: [
                "Web", "Storage", "Formats", "Gzip", "Signing",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),

        // What runs on devices; knows nothing of the server.
        .target(
            name: "MainSiteClient",
            dependencies: [
                "Gzip",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Sources/Client",
            swiftSettings: strict
        ),

        // The smallest app there is with the client library, for the README's first ten minutes.
        .executableTarget(
            name: "FirstDevice",
            dependencies: ["MainSiteClient", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict
        ),

        // What commands on somebody's machine stand on that ask a running console over the network.
        .target(
            name: "Remote",
            dependencies: [
                "Formats", "Signing",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        // A fleet of devices that are not there, for `console simulate`.
        .target(
            name: "Simulator",
            dependencies: [
                "Gzip", "MainSiteClient", "Signing",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "Command",
            dependencies: [
                "Console", "MainSiteClient", "Remote", "Simulator", "Storage", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),

        .target(
            name: "TestSupport",
            dependencies: ["Console", "Signing", "Storage", "Web", .product(name: "HummingbirdTesting", package: "hummingbird")],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        .testTarget(name: "SigningTests", dependencies: ["Signing"], resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "Gzip"], resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Storage", "Signing", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Web", "Gzip",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "MainSiteClient",
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Simulator", "MainSiteClient", "Signing",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RemoteTests",
            dependencies: [
                "Remote", "Signing",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "Console", "Storage", "Formats", "Gzip", "Web", "TestSupport", "MainSiteClient", "Signing",
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
    ]
)
