/** The server that is to be checked does not answer; the message is one sentence that says so (exit code 3). */
export class TargetUnreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TargetUnreachable'
  }
}
