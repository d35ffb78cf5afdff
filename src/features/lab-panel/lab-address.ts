import type { LabEndpoint } from '../../api/schema.gen'
import { safeLink } from '../../lib/safe-url'

export interface LabAddress {
  /** URL or shell command. */
  main: string
  /** Null if the URL isn't safe (X10). */
  href: string | null
  isCommand: boolean
  /** Null if `main` already shows it. */
  hostPort: string | null
}

const MAX_LENGTH = 300

/** Safe as a shell argument: no quoting needed, never an option. */
const PLAIN_HOST = /^[A-Za-z0-9_:][A-Za-z0-9_.:-]*$/

/** No user name: the user's `ssh` configuration has it. */
const commands = new Map<string, (host: string, port: number) => string>([
  ['ssh', (host, port) => `ssh -p ${port} ${host}`],
  ['tcp', (host, port) => `nc ${host} ${port}`],
])

const joinHostPort = (host: string, port: number | undefined): string =>
  port === undefined ? host : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** An unsafe URL is plain text; a host with special characters gets no command. */
export const getLabAddress = ({ protocol, host = '', port, url }: LabEndpoint): LabAddress => {
  const hostPort = joinHostPort(host, port).slice(0, MAX_LENGTH)
  const name = typeof protocol === 'string' ? protocol.toLowerCase() : ''
  const command = PLAIN_HOST.test(host) && port !== undefined ? commands.get(name)?.(host, port) : undefined
  if (command) return { main: command, href: null, isCommand: true, hostPort }
  const href = safeLink(url)
  if (href) return { main: href, href, isCommand: false, hostPort: hostPort || null }
  const text = typeof url === 'string' && url !== '' ? url.slice(0, MAX_LENGTH) : hostPort
  return { main: text, href: null, isCommand: false, hostPort: text === hostPort ? null : hostPort || null }
}
