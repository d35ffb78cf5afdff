const terminalPath = '/api/terminal/'

/** The WebSocket URL of a terminal at an origin such as `https://flagship.example`. */
export function getTerminalUrl(origin: string, sessionId: string): string {
  return `${origin.replace(/^http/, 'ws')}${terminalPath}${sessionId}`
}

/** The session id in the path of a terminal; null for any other path. */
export function parseSessionId(path: string): string | null {
  return path.startsWith(terminalPath) ? path.slice(terminalPath.length) : null
}
