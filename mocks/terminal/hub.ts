import { isNetworkDown } from '../platform/network'
import { TerminalConnection, type TerminalHost, type Transport } from './connection'

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
