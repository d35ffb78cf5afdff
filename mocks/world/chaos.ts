/** The counter of an operation's calls while there is chaos. */
export function chaosKey(operationId: string): string {
  return `chaos:${operationId}`
}
