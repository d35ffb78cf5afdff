import { parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { parseStoredList } from '../../lib/stored-value'
import { truncateText } from '../../lib/text'
import type { UserKey } from '../../lib/user'

export interface SentMessage {
  /** Server time in milliseconds. */
  at: number
  /** The first line of the message. */
  line: string
  /** Its number; empty if the server has told none. */
  ticket: string
}

const MAX_MESSAGES = 10
const MAX_LINE_LENGTH = 100
const MAX_TICKET_LENGTH = 40

const toLine = (value: unknown, most: number): string => {
  const lines = typeof value === 'string' ? value.split('\n') : []
  const visible = lines.map(line => line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim())
  return truncateText(visible.find(line => line !== '') ?? '', most)
}

const parse = (value: unknown): SentMessage[] =>
  isRecord(value) && typeof value.at === 'number' && parseMoment(value.at) !== null
    ? [
        {
          at: value.at,
          line: toLine(value.line, MAX_LINE_LENGTH),
          ticket: toLine(value.ticket, MAX_TICKET_LENGTH),
        },
      ]
    : []

/** The last messages sent from this device, newest first. */
export const readSentMessages = (): SentMessage[] =>
  parseStoredList(storage.get('flagship.sentMessages')).flatMap(parse).slice(0, MAX_MESSAGES)

/** @param answer of the server; anything but a ticket is ignored */
export const storeSentMessage = (userId: UserKey, text: string, answer: unknown): void => {
  // Another user has signed in in another tab: this is not their message.
  if (storage.get('flagship.user') !== String(userId)) return
  const ticket = isRecord(answer) ? answer.ticket : undefined
  const sent = parse({ at: serverClock.now(), line: text, ticket })
  storage.set(
    'flagship.sentMessages',
    JSON.stringify([...sent, ...readSentMessages()].slice(0, MAX_MESSAGES)),
  )
}
