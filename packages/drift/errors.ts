/** An input file or URL is unusable; the message is one sentence (exit code 2). */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** The command line, or a file that it names, is invalid; the message is one sentence (exit code 2). */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The server does not respond; the message is one sentence (exit code 3). */
export class TargetUnreachable extends Error {
  override readonly name = 'TargetUnreachable'
}
