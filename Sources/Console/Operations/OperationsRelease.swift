/// What this program calls itself.
public enum Release {
    public static let version = "0.1.0"
}
