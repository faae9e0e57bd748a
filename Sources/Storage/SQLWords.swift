/// Words of the shared dialect that only one engine needs.
enum SQLWords {
    static let locks = ["{for update skip locked}", "{for update}", "{for share}"]
}
