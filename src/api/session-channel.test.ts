import { expect, test } from 'vitest'
import { makeUser } from '../test/rotating-backend'
import type { Channel } from './deps'
import { createSessionChannel, type SessionMessage } from './session-channel'

const auth = { user: makeUser(1), access_token: 'a1', refresh_token: 'r1' }
const renewed: SessionMessage = { type: 'renewed', replaces: null, auth }
const ended: SessionMessage = { type: 'ended', token: 'r1', because: 'logout' }

const open = () => {
  const posted: unknown[] = []
  const state = { isClosed: false }
  const wire: Channel = {
    onmessage: null,
    postMessage: message => posted.push(message),
    close: () => {
      state.isClosed = true
    },
  }
  const received: unknown[] = []
  const channel = createSessionChannel(() => wire)
  channel.open(message => received.push(message))
  const arrive = (data: unknown) => wire.onmessage?.(new MessageEvent('message', { data }))
  return { channel, wire, posted, received, arrive, state }
}

test("tabs receive each other's messages unchanged", () => {
  const { channel, posted, received, arrive } = open()
  channel.post(renewed)
  expect(posted).toEqual([renewed])
  for (const message of [renewed, { ...renewed, replaces: 'r0' }, ended]) arrive(message)
  expect(received).toEqual([renewed, { ...renewed, replaces: 'r0' }, ended])
})

test.each([
  null,
  undefined,
  'ended',
  7,
  {},
  { type: 'started' },
  { type: 'ended' },
  { type: 'ended', token: 'r1' },
  { type: 'ended', token: 7, because: 'logout' },
  { type: 'ended', because: 'logout' },
  { type: 'renewed' },
  { type: 'renewed', auth },
  { type: 'renewed', replaces: null },
  { type: 'renewed', replaces: null, auth: null },
  { type: 'renewed', replaces: null, auth: { ...auth, access_token: 7 } },
  { type: 'started', replaces: null, auth },
  { replaces: null, auth },
])('S04 ignores a malformed message: %j', data => {
  const { received, arrive } = open()
  arrive(data)
  expect(received).toEqual([])
})

test('works without a channel, and after closing it', () => {
  const { channel, posted, state } = open()
  channel.close()
  channel.post(ended)
  expect([posted, state.isClosed]).toEqual([[], true])
  const throwError = (): Channel => {
    throw new DOMException('sandboxed', 'SecurityError')
  }
  for (const none of [createSessionChannel(() => null), createSessionChannel(throwError)]) {
    none.open(() => {})
    none.post(ended)
    none.close()
  }
})
