import { ws } from 'msw'
import type { Language } from '../platform/data/types'
import type { Db } from '../platform/db'
import { isNetworkDown } from '../platform/network'
import { getTerminalUrl, openTerminalSession } from '../platform/terminals'
import type { TerminalSession } from '../shell/session'

export interface TerminalHost {
  /** The present database; a reset may replace it. */
  db: () => Db
  /** Runs the work under a lock shared by all tabs, on the newest state. Default: at once. */
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** The server side of a connection. */
export interface Transport {
  send(text: string): void
  close(code: number, reason: string): void
  /** Breaks the connection without a close frame. */
  terminate(): void
}

/** A message with the size of the terminal: `ESC [ 8 ; rows ; columns t`. */
const sizeMessage = /^\[8;([1-9]\d{0,3});([1-9]\d{0,3})t$/
const escapeCharacter = '\u001b'
/** The last line, in the language of the course. */
const closingMessages: Record<Language, string> = {
  ru: '\r\nЛаборатория больше не работает, соединение закрыто.\r\n',
  en: '\r\nThe lab is not running any more, connection closed.\r\n',
}

/**
 * One connection to a terminal (openapi/schemas/Terminal.yaml), independent of the transport. Messages are handled in
 * order. Close codes: 4404 for an unknown session, 1000 when the lab has ended, 4001 when another connection takes
 * over.
 */
export class TerminalConnection {
  readonly #host: TerminalHost
  readonly sessionId: string
  readonly #transport: Transport
  #last: Promise<void> = Promise.resolve()
  #isOver = false
  #isChecking = false

  constructor(host: TerminalHost, sessionId: string, transport: Transport) {
    this.#host = host
    this.sessionId = sessionId
    this.#transport = transport
    this.#queue(session => this.#sendGreeting(session))
  }

  /** Handles a message of the client: text, or UTF-8 in any binary form. */
  receive(data: unknown): void {
    const message = readText(data)
    this.#queue(async session => {
      const text = await message
      const size = text.startsWith(escapeCharacter) ? sizeMessage.exec(text.slice(1)) : null
      if (size) session.resize(Number(size[2]), Number(size[1]))
      else this.#send(session.input(text))
    })
  }

  /** Closes the connection if the lab has ended. */
  check(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    this.#queue(() => {}).finally(() => {
      this.#isChecking = false
    })
  }

  /** Call when the connection is closed: nothing is sent any more. */
  dispose(): void {
    this.#isOver = true
  }

  supersede(): void {
    this.#close(4001, 'taken over by another connection')
  }

  terminate(): void {
    this.dispose()
    this.#transport.terminate()
  }

  #queue(work: (session: TerminalSession) => void | Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => this.#runWithSession(work)).catch(error => this.#fail(error))
    return this.#last
  }

  async #runWithSession(work: (session: TerminalSession) => void | Promise<void>): Promise<void> {
    if (this.#isOver) return
    const runExclusive = this.#host.runExclusive ?? (work => work())
    await runExclusive(async () => {
      const session = openTerminalSession(this.#host.db(), this.sessionId)
      if (session) await work(session)
      else this.#end()
    })
  }

  #sendGreeting(session: TerminalSession): void {
    const { terminals } = this.#host.db().tables
    const isResumed = terminals.get(this.sessionId)?.has_connected === true
    if (!isResumed) terminals.patch(this.sessionId, { has_connected: true })
    this.#send(session.getGreeting(isResumed))
  }

  #send(text: string): void {
    if (text !== '' && !this.#isOver) this.#transport.send(text)
  }

  #end(): void {
    const { tables, content } = this.#host.db()
    const row = tables.terminals.get(this.sessionId)
    if (!row) {
      this.#close(4404, 'no such terminal')
      return
    }
    this.#send(closingMessages[content.tasks.get(row.task_id)?.group.language ?? 'en'])
    this.#close(1000, 'the lab has ended')
  }

  #close(code: number, reason: string): void {
    if (this.#isOver) return
    this.dispose()
    this.#transport.close(code, reason)
  }

  /** A bug of the mock must be visible on both sides. */
  #fail(error: unknown): void {
    console.error(error)
    this.#close(1011, 'the simulated terminal has failed')
  }
}

async function readText(data: unknown): Promise<string> {
  return typeof data === 'string' ? data : new Response(data as BodyInit).text()
}

/** Machine milliseconds. */
const CHECK_INTERVAL_MS = 500

/** All open terminal connections of one host. */
export class TerminalHub {
  readonly #host: TerminalHost
  readonly #open = new Set<TerminalConnection>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(host: TerminalHost) {
    this.#host = host
  }

  /** Opens or resumes a session over a new connection. */
  connect(sessionId: string, transport: Transport): Pick<TerminalConnection, 'receive' | 'dispose'> {
    if (isNetworkDown(this.#host.db())) {
      transport.terminate()
      return { receive: () => {}, dispose: () => {} }
    }
    this.#closeOthers(sessionId)
    const connection = new TerminalConnection(this.#host, sessionId, transport)
    this.#open.add(connection)
    // Polled because the virtual clock may jump.
    this.#timer ??= setInterval(() => this.check(), CHECK_INTERVAL_MS)
    return {
      receive: data => connection.receive(data),
      dispose: () => {
        connection.dispose()
        this.#remove(connection)
      },
    }
  }

  /** See `isTerminalExclusive`. */
  #closeOthers(sessionId: string): void {
    const { settings, tables } = this.#host.db()
    if (!settings.isTerminalExclusive) return
    const getLabKey = (id: string) => {
      const row = tables.terminals.get(id)
      return row && `${row.user_id} ${row.task_id} ${row.lab_started_at}`
    }
    for (const other of this.#open) if (getLabKey(other.sessionId) === getLabKey(sessionId)) other.supersede()
  }

  /** Closes terminals whose lab has ended, and all of them while the network is down. */
  check(): void {
    if (isNetworkDown(this.#host.db())) this.drop()
    for (const connection of this.#open) connection.check()
  }

  /** Breaks every connection; the sessions stay. */
  drop(): void {
    for (const connection of this.#open) {
      this.#remove(connection)
      connection.terminate()
    }
  }

  #remove(connection: TerminalConnection): void {
    this.#open.delete(connection)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

type Link = ReturnType<typeof ws.link>

/** One per origin: msw never releases a link. */
const links = new Map<string, Link>()

function getLink(origin: string): Link {
  const link = links.get(origin) ?? ws.link(getTerminalUrl(origin, ':session'))
  links.set(origin, link)
  return link
}

/** Terminals for hosts whose WebSockets msw intercepts. `origin` is the page's, such as `http://localhost`. */
export function makeTerminalHandler(hub: TerminalHub, origin: string) {
  return getLink(origin).addEventListener('connection', ({ client, params }) => {
    const terminal = hub.connect(String(params.session), {
      send: text => client.send(text),
      close: (code, reason) => afterOpen(client, () => client.close(code, reason)),
      terminate: () => afterOpen(client, () => client.close(1006)),
    })
    client.addEventListener('message', ({ data }) => terminal.receive(data))
    client.addEventListener('close', () => terminal.dispose())
  })
}

/** msw sends messages asynchronously once the socket is open, and drops them if it is closing by then. */
function afterOpen(client: object, work: () => void): void {
  // The page's socket, which msw's type doesn't show.
  const { socket } = client as { socket: WebSocket }
  queueMicrotask(() => {
    if (socket.readyState === socket.CONNECTING) socket.addEventListener('open', work, { once: true })
    else work()
  })
}
