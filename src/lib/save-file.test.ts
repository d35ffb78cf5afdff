// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installFakeClock } from '../test/fake-clock'
import { saveFile, saveText } from './save-file'

type Saved = { blob: Blob; address: string; name: string; isHidden: boolean; isInPage: boolean }

const saved: Saved[] = []
const released: string[] = []
const addresses = new Map<string, Blob>()

// jsdom has no object URLs and does not navigate on clicks.
beforeEach(() => {
  URL.createObjectURL = blob => {
    const address = `blob:http://localhost/${addresses.size}`
    if (blob instanceof Blob) addresses.set(address, blob)
    return address
  }
  URL.revokeObjectURL = address => released.push(address)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { href, download, hidden, isConnected } = this
    const blob = addresses.get(href) ?? new Blob()
    saved.push({ blob, address: href, name: download, isHidden: hidden !== false, isInPage: isConnected })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  saved.length = 0
  released.length = 0
  addresses.clear()
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
})

/** Whether a promise has settled. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const later = Symbol('later')
  return (await Promise.race([promise, new Promise(resolve => setTimeout(resolve, 0, later))])) !== later
}

describe('a saved file', () => {
  test('is downloaded once, complete, under its name, as a type that browsers do not open', async () => {
    installFakeClock()
    const page = new Blob(['<script>alert(1)</script>'], { type: 'text/html' })
    void saveFile(page, 'vpn.ovpn', new AbortController().signal)
    expect(saved).toMatchObject([{ name: 'vpn.ovpn', isHidden: true, isInPage: true }])
    expect(saved[0]?.blob.type).toBe('application/octet-stream')
    expect(saved[0]?.blob.size).toBe(page.size)
    expect(document.querySelector('a')).toBeNull()
  })

  test('D06 is revoked after the browser had time to read it', async () => {
    const { advance } = installFakeClock()
    const life = new AbortController()
    const done = saveFile(new Blob(['x']), 'a.ovpn', life.signal)
    advance(39_999)
    expect(released).toEqual([])
    expect(await isSettled(done)).toBe(false)
    advance(1)
    expect(released).toEqual([saved[0]?.address])
    await done
    life.abort()
    expect(released).toHaveLength(1)
  })

  test('V04 is revoked at logout, once', async () => {
    const { advance } = installFakeClock()
    const life = new AbortController()
    const done = saveFile(new Blob(['x']), 'a.ovpn', life.signal)
    life.abort()
    await done
    expect(released).toEqual([saved[0]?.address])
    advance(60_000)
    expect(released).toHaveLength(1)
  })
})

test('V04 a saved text is revoked at logout, and its listener is removed', async () => {
  const { advance } = installFakeClock()
  const listeners = new Set<() => void>()
  const session = {
    onClearUserData: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  saveText(session, 'what was done', 'exam.txt')
  expect(saved[0]?.blob.size).toBe('what was done'.length)
  expect(saved[0]?.name).toBe('exam.txt')
  for (const listener of listeners) listener()
  expect(released).toHaveLength(1)
  saveText(session, 'again', 'exam.txt')
  advance(40_000)
  await vi.waitFor(() => expect(listeners.size).toBe(0))
})
