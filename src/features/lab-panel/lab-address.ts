import type { LabEndpoint } from '../../api/schema.gen'
import { safeLink } from '../../lib/safe-url'

/** How one endpoint of a lab is reached. */
export interface LabAddress {
  /** What is shown and copied first: a web address or a command. */
  main: string
  /** Where the main text leads; null when it is no address that may be followed (X10). */
  href: string | null
  isCommand: boolean
  /** `host:port`, when the main text is something else. */
  hostPort: string | null
}

const longest = 300

/** What a shell takes as one plain word, and never as an option. */
const plainHost = /^[A-Za-z0-9_:][A-Za-z0-9_.:-]*$/

/** Nobody's user name is invented: the person's own `ssh` knows it, or asks. */
const commands = new Map<string, (host: string, port: number) => string>([
  ['ssh', (host, port) => `ssh -p ${port} ${host}`],
  ['tcp', (host, port) => `nc ${host} ${port}`],
])

const joined = (host: string, port: number | undefined): string =>
  port === undefined ? host : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** The address by its protocol; a server's text that is no safe address stays a text, a host that is no plain word makes no command. */
export const labAddress = ({ protocol, host = '', port, url }: LabEndpoint): LabAddress => {
  const hostPort = joined(host, port).slice(0, longest)
  const name = typeof protocol === 'string' ? protocol.toLowerCase() : ''
  const command = plainHost.test(host) && port !== undefined ? commands.get(name)?.(host, port) : undefined
  if (command) return { main: command, href: null, isCommand: true, hostPort }
  const href = safeLink(url)
  if (href) return { main: href, href, isCommand: false, hostPort: hostPort || null }
  const text = typeof url === 'string' && url !== '' ? url.slice(0, longest) : hostPort
  return { main: text, href: null, isCommand: false, hostPort: text === hostPort ? null : hostPort || null }
}
