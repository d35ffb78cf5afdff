import { isNetworkAway } from '../platform/network'
import { Conversation, type TerminalHost, type Wire } from './conversation'

/** How often open terminals look whether their lab still runs, in milliseconds of the machine. */
const checkEvery = 500

/** All terminals that are open at one host of the simulated platform. */
export class TerminalHub {
  readonly #host: TerminalHost
  readonly #open = new Set<Conversation>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(host: TerminalHost) {
    this.#host = host
  }

  /** Begins or resumes the conversation of a session over a new connection. */
  connect(sessionId: string, wire: Wire): Pick<Conversation, 'hear' | 'leave'> {
    if (isNetworkAway(this.#host.db())) {
      wire.cut()
      return { hear: () => {}, leave: () => {} }
    }
    this.#takeOver(sessionId)
    const conversation = new Conversation(this.#host, sessionId, wire)
    this.#open.add(conversation)
    // The virtual clock may jump, so the end of a lab is looked for and not waited for.
    this.#timer ??= setInterval(() => this.check(), checkEvery)
    return {
      hear: data => conversation.hear(data),
      leave: () => {
        conversation.leave()
        this.#forget(conversation)
      },
    }
  }

  /** Where a lab's host allows one connection, the newest takes over. */
  #takeOver(sessionId: string): void {
    const { settings, tables } = this.#host.db()
    if (!settings.isTerminalExclusive) return
    const labOf = (id: string) => {
      const row = tables.terminals.get(id)
      return row && `${row.user_id} ${row.task_id} ${row.lab_started_at}`
    }
    for (const other of this.#open) if (labOf(other.sessionId) === labOf(sessionId)) other.giveWay()
  }

  /** Lets every terminal whose lab has ended end now, and cuts all of them where the network is away. */
  check(): void {
    if (isNetworkAway(this.#host.db())) this.drop()
    for (const conversation of this.#open) conversation.check()
  }

  /** Cuts every connection as a broken network does; the sessions live on. */
  drop(): void {
    for (const conversation of this.#open) {
      this.#forget(conversation)
      conversation.cut()
    }
  }

  #forget(conversation: Conversation): void {
    this.#open.delete(conversation)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
