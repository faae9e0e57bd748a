extension Frame {
    /// Addresses of the files in `Public/`, with the hash of their content in the name.
    public struct Assets: Codable, Sendable {
        public var css: String
        public var js: String
        public var icon: String

        public init(css: String, js: String, icon: String) {
            self.css = css
            self.js = js
            self.icon = icon
        }
    }

    /// Who is looking. `role` is the role's name in the page's language.
    public struct Viewer: Codable, Sendable {
        public var name: String
        public var email: String
        public var role: String

        public init(name: String, email: String, role: String) {
            self.name = name
            self.email = email
            self.role = role
        }
    }

    /// The app this page is about.
    public struct App: Codable, Sendable {
        public var id: String
        public var name: String
        public var href: String
        public var demo: Bool
        public var archived: Bool

        public init(id: String, name: String, href: String, demo: Bool = false, archived: Bool = false) {
            self.id = id
            self.name = name
            self.href = href
            self.demo = demo
            self.archived = archived
        }
    }

    /// A line of the app switch.
    public struct AppLink: Codable, Sendable {
        public var id: String
        public var name: String
        public var href: String
        public var current: Bool

        public init(id: String, name: String, href: String, current: Bool) {
            self.id = id
            self.name = name
            self.href = href
            self.current = current
        }
    }

    /// A segment of the platform switch; `platform` is empty for all platforms.
    public struct PlatformLink: Codable, Sendable {
        public var platform: String
        public var name: String
        public var href: String
        public var current: Bool

        public init(platform: String, name: String, href: String, current: Bool) {
            self.platform = platform
            self.name = name
            self.href = href
            self.current = current
        }
    }

    /// The workspace shown; production gets the colour of danger.
    public struct Environment: Codable, Sendable {
        public var name: String
        public var production: Bool

        public init(name: String, production: Bool) {
            self.name = name
            self.production = production
        }
    }

    /// A headed part of the sidebar.
    public struct Group: Codable, Sendable {
        public var name: String
        public var items: [Item]

        public init(name: String, items: [Item]) {
            self.name = name
            self.items = items
        }
    }

    /// A page in the sidebar.
    public struct Item: Codable, Sendable {
        public var name: String
        public var href: String
        public var current: Bool
        /// Letter that follows `g` to come here by keyboard; empty when not `keyed`.
        public var key: String
        public var keyed: Bool
        /// Things waiting here; shown when `counted`.
        public var count: Int
        public var counted: Bool

        /// - Parameters:
        ///   - key: one small ASCII letter, or empty for no shortcut.
        ///   - count: things waiting on that page; nil and 0 show no badge.
        public init(name: String, href: String, current: Bool, key: String = "", count: Int? = nil) {
            self.name = name
            self.href = href
            self.current = current
            self.key = key
            self.keyed = !key.isEmpty
            self.count = count ?? 0
            self.counted = self.count > 0
        }
    }

    /// One of the values a preference may take.
    public struct Choice: Codable, Sendable {
        public var value: String
        public var name: String
        public var current: Bool

        public init(value: String, name: String, current: Bool) {
            self.value = value
            self.name = name
            self.current = current
        }
    }

    /// The menu of saved views: those of this page, and what the form sends that saves the page as it is.
    public struct Views: Codable, Sendable {
        public var items: [View]
        /// Without its filters.
        public var path: String
        /// The filters, encoded; empty when there are none.
        public var query: String
        /// Whether there are filters to be saved.
        public var savable: Bool
        /// Whether the viewer may share them with the app's team.
        public var shareable: Bool

        public init(items: [View], path: String, query: String, shareable: Bool) {
            self.items = items
            self.path = path
            self.query = query
            self.savable = !query.isEmpty
            self.shareable = shareable
        }
    }

    /// A line of that menu.
    public struct View: Codable, Sendable {
        public var name: String
        public var href: String
        /// Whether the page shows just this.
        public var current: Bool
        /// Whether the app's team sees it too.
        public var shared: Bool

        public init(name: String, href: String, current: Bool, shared: Bool) {
            self.name = name
            self.href = href
            self.current = current
            self.shared = shared
        }
    }

    /// What the action before this page came to.
    public struct Flash: Codable, Sendable {
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case good, info, warn, bad
        }

        public var text: String
        /// Names a variant of the class `notice`.
        public var kind: Kind

        public init(text: String, kind: Kind) {
            self.text = text
            self.kind = kind
        }
    }
}
