/** The command line or a file that it names cannot be used; the message is one sentence for the person. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
