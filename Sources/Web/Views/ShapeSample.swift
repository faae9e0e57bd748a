/// A type that checks the text it is decoded from, with a value that it would take: without one nothing behind it in a body could be looked at.
public protocol ShapeSample {
    static var sample: Self { get }
}
