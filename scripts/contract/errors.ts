/** An input file or URL is unusable; the message is one sentence (exit code 2). */
export class InputError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InputError'
  }
}

/** The command line, or a file that it names, is invalid; the message is one sentence (exit code 2). */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The server does not respond; the message is one sentence (exit code 3). */
export class TargetUnreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TargetUnreachable'
  }
}
