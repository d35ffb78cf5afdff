/** Nothing at the address answers as the contract's server would; the message is one sentence (exit code 3). */
export class ProbeUnreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProbeUnreachable'
  }
}

/** The main person cannot sign in; the message is one sentence without secrets (exit code 3). */
export class ProbeLoginFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProbeLoginFailed'
  }
}

/** A step cannot be taken, because this server has not what it needs; says what is missing. */
export class Absent extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Absent'
  }
}

/** An answer was not the one that the rest of the step is built on; the judge has already said so. */
export class Unexpected extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unexpected'
  }
}

/** The value, or the end of the step with the name of what is missing. Throws Absent. */
export function found<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new Absent(`there is no ${what}`)
  return value
}
