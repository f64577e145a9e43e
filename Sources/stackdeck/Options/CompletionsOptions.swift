/// `stackdeck completions SHELL`
struct CompletionsOptions: Hashable, Sendable {
  var common = CommonOptions()
  var shell: Shell
}
