import type { Language } from '../platform/data/types'
import type { Db } from '../platform/db'
import { openTerminalSession, type TerminalSession } from '../platform/shell/session'

/** What a conversation needs of the simulated platform's host. */
export interface TerminalHost {
  /** The present database; a reset may replace it. */
  db: () => Db
  /** Runs the work alone among all tabs, on the newest state. Default: at once. */
  exclusively?: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** The platform's end of one connection. */
export interface Wire {
  send(text: string): void
  close(code: number, reason: string): void
  /** Breaks the connection as a network does, without a word. */
  cut(): void
}

/** The whole text message that tells the size of the person's screen: `ESC [ 8 ; rows ; columns t`. */
const sizeMessage = /^\[8;([1-9]\d{0,3});([1-9]\d{0,3})t$/
const escapeCharacter = '\u001b'
/** The host's last line, in the language of the course. */
const endings: Record<Language, string> = {
  ru: '\r\nЛаборатория больше не работает, соединение закрыто.\r\n',
  en: '\r\nThe lab is not running any more, connection closed.\r\n',
}

/**
 * One connection to a terminal (openapi/schemas/Terminal.yaml), whatever carries it. What is said is dealt with in
 * its order. Closes with 4404 for a session that the platform does not know, with 1000 once its lab has ended, and with
 * 4001 when another connection takes over.
 */
export class Conversation {
  readonly #host: TerminalHost
  readonly sessionId: string
  readonly #wire: Wire
  #last: Promise<void> = Promise.resolve()
  #isOver = false
  #isChecking = false

  constructor(host: TerminalHost, sessionId: string, wire: Wire) {
    this.#host = host
    this.sessionId = sessionId
    this.#wire = wire
    this.#queue(session => this.#greet(session))
  }

  /** Takes a message of the person: text, or UTF-8 in any binary form. */
  hear(data: unknown): void {
    const message = textOf(data)
    this.#queue(async session => {
      const text = await message
      const size = text.startsWith(escapeCharacter) ? sizeMessage.exec(text.slice(1)) : null
      if (size) session.resize(Number(size[2]), Number(size[1]))
      else this.#say(session.input(text))
    })
  }

  /** Ends the conversation if the lab has ended meanwhile. */
  check(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    this.#queue(() => {}).finally(() => {
      this.#isChecking = false
    })
  }

  /** Nothing is said any more: the connection is gone. */
  leave(): void {
    this.#isOver = true
  }

  giveWay(): void {
    this.#close(4001, 'taken over by another connection')
  }

  cut(): void {
    this.leave()
    this.#wire.cut()
  }

  #queue(work: (session: TerminalSession) => void | Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => this.#attend(work)).catch(error => this.#fail(error))
    return this.#last
  }

  async #attend(work: (session: TerminalSession) => void | Promise<void>): Promise<void> {
    if (this.#isOver) return
    const exclusively = this.#host.exclusively ?? (alone => alone())
    await exclusively(async () => {
      const session = openTerminalSession(this.#host.db(), this.sessionId)
      if (session) await work(session)
      else this.#end()
    })
  }

  #greet(session: TerminalSession): void {
    const { terminals } = this.#host.db().tables
    const isResumed = terminals.get(this.sessionId)?.is_greeted === true
    if (!isResumed) terminals.patch(this.sessionId, { is_greeted: true })
    this.#say(session.greet(isResumed))
  }

  #say(text: string): void {
    if (text !== '' && !this.#isOver) this.#wire.send(text)
  }

  #end(): void {
    const { tables, content } = this.#host.db()
    const row = tables.terminals.get(this.sessionId)
    if (!row) {
      this.#close(4404, 'no such terminal')
      return
    }
    this.#say(endings[content.tasks.get(row.task_id)?.group.language ?? 'en'])
    this.#close(1000, 'the lab has ended')
  }

  #close(code: number, reason: string): void {
    if (this.#isOver) return
    this.leave()
    this.#wire.close(code, reason)
  }

  /** A fault of the mock is loud, on both sides. */
  #fail(error: unknown): void {
    console.error(error)
    this.#close(1011, 'the simulated terminal has failed')
  }
}

async function textOf(data: unknown): Promise<string> {
  return typeof data === 'string' ? data : new Response(data as BodyInit).text()
}
