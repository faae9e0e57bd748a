import ArgumentParser
@main struct ConsoleCommand: AsyncParsableCommand { func run() async throws { } }
