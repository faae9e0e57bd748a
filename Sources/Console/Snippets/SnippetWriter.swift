/// Writes a task down as each tool wants it.
struct SnippetWriter: Sendable {
    let task: SnippetTask

    func code(for tool: SnippetTool) -> String {
        switch tool {
        case .curl: curl
        case .fastlane: fastlane
        case .gradle: gradle
        case .gitlab: gitlab
        case .jenkins: jenkins
        }
    }

    private var curl: String {
        (task.variables.map { "\($0.name)=\($0.plain)" } + [task.command]).joined(separator: "\n")
    }

    /// The command is not put together in Ruby: fastlane prints what it runs, and the token would be in it.
    private var fastlane: String {
        let name = task.words.joined(separator: "_")
        let options = task.variables.compactMap(\.option)
        let usage = options.isEmpty ? "" : "# fastlane \(name) \(options.joined(separator: " "))\n"
        return """
            \(usage)lane :\(name) do |options|
            \(lines(2) { "ENV[\"\($0.name)\"] = \($0.fastlane)" })
              sh('\(task.command)')
            end
            """
    }

    private var gradle: String {
        let name = task.words[0] + task.words.dropFirst().map(\.capitalized).joined()
        let after = task.gradleAfter.map { "\n    dependsOn '\($0)'" } ?? ""
        return """
            tasks.register('\(name)', Exec) {\(after)
            \(lines(4) { "environment '\($0.name)', \($0.gradle)" })
                commandLine 'sh', '-c', '''\(task.command)'''
            }
            """
    }

    private var gitlab: String {
        """
        \(task.words.joined(separator: "-")):
          stage: deploy
          variables:
        \(lines(4) { "\($0.name): \"\($0.gitlab ?? $0.plain)\"" })
          script:
            - |
              \(task.command)
        """
    }

    private var jenkins: String {
        """
        stage('\(task.words.joined(separator: " ").capitalizedFirst)') {
            environment {
                CONSOLE_TOKEN = credentials('console-token')
        \(lines(8) { "\($0.name) = \($0.jenkins ?? "'\($0.plain)'")" })
            }
            steps {
                sh '''
                    \(task.command)
                '''
            }
        }
        """
    }

    private func lines(_ spaces: Int, _ line: (SnippetVariable) -> String) -> String {
        task.variables.map { String(repeating: " ", count: spaces) + line($0) }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
