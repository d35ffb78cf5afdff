/** What the person has handed in cannot be used; the message is one sentence that says why (exit code 2). */
export class InputError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InputError'
  }
}
