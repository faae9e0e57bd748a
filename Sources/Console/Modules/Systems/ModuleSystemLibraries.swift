/// What iOS has had since when: Apple's documentation names the first version of each framework (https://developer.apple.com/documentation/technologies),
/// and the SDKs' `usr/lib` the libraries.
enum ModuleSystemLibraries {
    /// - Parameter name: `CoreTelephony.framework`, `libz.tbd`, `libz.dylib`, `libz`, or `-framework`'s word alone.
    /// - Returns: nil for what Apple does not have.
    static func introduced(_ name: String) -> String? {
        since[plain(name)]
    }

    /// What may have been meant, with its ending: `CoreTelephony.framework`.
    static func nearest(to name: String) -> String? {
        guard let near = ModuleNames.nearest(to: plain(name), in: names) else { return nil }
        return near.hasPrefix("lib") ? "\(near).tbd" : "\(near).framework"
    }

    private static func plain(_ name: String) -> String {
        for ending in [".framework", ".tbd", ".dylib"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
        return name
    }

    private static let since: [String: String] = {
        var since: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for name in words.dropFirst() { since[name] = words[0] }
        }
        return since
    }()
    private static let names = since.keys.sorted()

    private static let table = """
        2.0 AddressBook AddressBookUI AudioToolbox AudioUnit CFNetwork CoreAudio CoreFoundation CoreGraphics CoreLocation Foundation IOKit MediaPlayer OpenAL OpenGLES QuartzCore Security SystemConfiguration UIKit
        2.0 libSystem libbz2 libbz2.1.0 libiconv libicucore libobjc libresolv libsqlite3 libsqlite3.0 libstdc++ libstdc++.6 libxml2 libxml2.2 libxslt libz libz.1 libarchive libedit libncurses libcups
        2.2 AVFoundation
        3.0 CoreData ExternalAccessory GameKit MapKit MessageUI MobileCoreServices StoreKit
        4.0 Accelerate AssetsLibrary CoreMedia CoreMotion CoreTelephony CoreText CoreVideo EventKit EventKitUI ImageIO QuickLook iAd
        4.2 CoreMIDI
        5.0 Accounts CoreBluetooth CoreImage GLKit GSS NewsstandKit Twitter libc++ libc++abi libc++.1
        6.0 AdSupport MediaToolbox PassKit Social VideoToolbox
        7.0 GameController JavaScriptCore MediaAccessibility MultipeerConnectivity SafariServices SpriteKit
        8.0 AVKit CloudKit CoreAudioKit HealthKit HomeKit LocalAuthentication Metal NetworkExtension NotificationCenter Photos PhotosUI PushKit SceneKit WebKit
        9.0 libcompression Contacts CryptoTokenKit ContactsUI CoreSpotlight GameplayKit MetalKit MetalPerformanceShaders ModelIO ReplayKit WatchConnectivity
        9.3 HealthKitUI
        10.0 CallKit Intents IntentsUI Messages Speech UserNotifications UserNotificationsUI VideoSubscriberAccount
        11.0 ARKit CoreML CoreNFC DeviceCheck FileProvider FileProviderUI IdentityLookup IOSurface PDFKit Vision
        11.3 BusinessChat
        12.0 AuthenticationServices CarPlay ClassKit IdentityLookupUI CoreServices NaturalLanguage Network
        13.0 BackgroundTasks ImageCaptureCore Combine CoreHaptics CryptoKit LinkPresentation MetricKit PencilKit QuickLookThumbnailing RealityKit SoundAnalysis SwiftUI VisionKit
        13.5 ExposureNotification
        14.0 AppClip AppTrackingTransparency AutomaticAssessmentConfiguration DeveloperToolsSupport MLCompute NearbyInteraction ScreenTime SensorKit UniformTypeIdentifiers WidgetKit
        14.3 AdServices
        15.0 CoreLocationUI OSLog FamilyControls GroupActivities ManagedSettings ManagedSettingsUI MusicKit PHASE ShazamKit DeviceActivity
        16.0 ActivityKit AppIntents BackgroundAssets Charts DeviceDiscoveryUI PushToTalk RoomPlan SharedWithYou SharedWithYouCore ThreadNetwork WeatherKit CoreTransferable
        16.1 Matter MatterSupport
        17.0 Symbols JournalingSuggestions SensitiveContentAnalysis SwiftData TipKit Cinematic
        17.4 BrowserEngineKit MarketplaceKit Translation
        18.0 AccessorySetupKit LockedCameraCapture
        """
}
