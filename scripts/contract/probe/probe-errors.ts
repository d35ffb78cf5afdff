/** No API responds at the URL; the message is one sentence (exit code 3). */
export class ProbeUnreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProbeUnreachable'
  }
}

/** The student cannot sign in; the message is one sentence without secrets (exit code 3). */
export class ProbeLoginFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProbeLoginFailed'
  }
}

/** A step lacks something on this server; the message says what. */
export class SkipStep extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SkipStep'
  }
}

/** The rest of the step needs another response; the violation is recorded already. */
export class UnexpectedResponse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnexpectedResponse'
  }
}

/** Throws SkipStep with the name of what is missing. */
export function requireValue<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new SkipStep(`there is no ${what}`)
  return value
}
