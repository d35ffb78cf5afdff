/** Where terminals answer, below the origin by which the caller knows the platform. */
const terminalPath = '/api/terminal/'

/** The WebSocket address of a terminal at an origin such as `https://flagship.example`. */
export function terminalAddress(origin: string, sessionId: string): string {
  return `${origin.replace(/^http/, 'ws')}${terminalPath}${sessionId}`
}

/** The terminal that an address means, given its path; null for any other path. */
export function sessionIdOf(path: string): string | null {
  return path.startsWith(terminalPath) ? path.slice(terminalPath.length) : null
}
