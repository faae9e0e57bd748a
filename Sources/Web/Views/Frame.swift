import Foundation

/// What stands around the body of a page: everything `Views/Layout/page` and `Views/Layout/plain` read, as `frame.…`.
///
/// Every string a person reads is already in the page's language. Optional parts are sections in the templates
/// (`{{#frame.viewer}}…{{/frame.viewer}}`); members of lists always have all their keys, because Mustache looks a
/// missing key up in the surrounding page.
public struct Frame: Codable, Sendable {
    /// BCP 47 tag of the page's language, `zh-CN` or `en`.
    public var language: String
    /// The viewer's colours: `auto` (the system's choice), `light` or `dark`.
    public var theme: String
    /// Whether `theme` is a choice of the viewer, that is, not `auto`; only then does `<html>` carry `data-theme`.
    public var themed: Bool
    /// Path and query of this page, for the return field of the preference forms.
    public var path: String
    /// The whole address of this page, for paper.
    public var address = ""
    /// Token every posting form carries in its hidden field `csrf`.
    public var csrf: String
    /// Where the style sheet, the script and the icon are.
    public var assets: Assets
    /// nil while nobody is logged in.
    public var viewer: Viewer?
    /// nil on pages that are not about one app.
    public var app: App?
    /// The apps the viewer may open, for the switch in the top bar.
    public var apps: [AppLink]
    /// Segments of the top bar, all platforms first.
    public var platforms: [PlatformLink]
    /// nil where `app` is.
    public var environment: Environment?
    /// The sidebar.
    public var groups: [Group]
    /// The colours to choose from.
    public var themes: [Choice]
    /// The languages to choose from.
    public var languages: [Choice]
    /// What is kept of this page under names; nil where nothing is and nothing can be.
    public var views: Views?
    /// Where the list on this page can be had as files; nil on pages without one.
    public var exports: Exports?
    /// What the action before this page came to.
    public var flash: Flash?
    /// As in `X-Request-Id`.
    public var requestID: String
    /// When the page was made.
    public var serverTime: Date
    /// IANA name of the zone in which the page shows times.
    public var zone: String
    /// Whether to say that the app's data is generated.
    public var bannerDemo: Bool

    public init(
        language: String,
        theme: String,
        path: String,
        csrf: String,
        assets: Assets,
        viewer: Viewer? = nil,
        app: App? = nil,
        apps: [AppLink] = [],
        platforms: [PlatformLink] = [],
        environment: Environment? = nil,
        groups: [Group] = [],
        themes: [Choice] = [],
        languages: [Choice] = [],
        views: Views? = nil,
        flash: Flash? = nil,
        requestID: String,
        serverTime: Date,
        zone: String
    ) {
        self.language = language
        self.theme = theme
        self.themed = theme != "auto"
        self.path = path
        self.csrf = csrf
        self.assets = assets
        self.viewer = viewer
        self.app = app
        self.apps = apps
        self.platforms = platforms
        self.environment = environment
        self.groups = groups
        self.themes = themes
        self.languages = languages
        self.views = views
        self.flash = flash
        self.requestID = requestID
        self.serverTime = serverTime
        self.zone = zone
        self.bannerDemo = app?.demo ?? false
    }
}
