import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { maskExchange, type Secrets } from '../../lib/masking/mask'
import type { Exchange } from '../../lib/validator/exchange'
import { proxyUpgrade } from '../../preview/proxy'
import { InputError } from '../errors'
import { forwardRequest } from './forward-request'
import { writeLine } from './ndjson'

export type RecorderOptions = {
  /** `http://127.0.0.1:8000`. */
  readonly target: string
  /** 0 for any free port. */
  readonly port: number
  /** The NDJSON file to append to. */
  readonly file: string
  /** Texts to mask besides detected secrets. */
  readonly secrets?: Secrets
}

export type Recorder = {
  readonly url: string
  readonly count: () => number
  readonly close: () => Promise<void>
}

/**
 * A reverse proxy that records every exchange without secrets. Throws an InputError for an invalid target,
 * file or port.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const target = readTarget(options.target)
  const file = await openFile(options.file)
  const sockets = new Set<Duplex>()
  let count = 0
  const write = (exchange: Exchange) => {
    if (exchange.request.method === 'OPTIONS') return
    let line: string
    try {
      line = writeLine(maskExchange(exchange, options.secrets))
    } catch {
      // Skip an exchange that cannot be masked instead of breaking the test run behind the proxy.
      return
    }
    count++
    file.write(line)
  }
  const server = createServer((request, response) => forwardRequest(request, response, target, write))
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    proxyUpgrade(request, socket, head, target)
  })
  try {
    await listen(server, options.port)
  } catch (error) {
    file.destroy()
    throw error
  }
  const close = () => end(server, file, sockets)
  const { port } = (server.address() ?? { port: options.port }) as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => count, close }
}

function readTarget(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new InputError(`${target} is no http or https address.`)
  return url
}

async function openFile(path: string): Promise<WriteStream> {
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  try {
    await once(file, 'open')
    return file
  } catch (error) {
    throw new InputError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new InputError(
      `Port ${port} cannot be used${code === 'EADDRINUSE' ? ': something listens there' : ` (${code})`}.`,
    )
  }
}

async function end(server: Server, file: WriteStream, sockets: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve))
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  await closed
  await new Promise<void>(resolve => file.end(() => resolve()))
}
