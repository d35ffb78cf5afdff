import { beforeEach, describe, expect, it } from 'vitest'
import { createOutputQueue, mostWaiting } from './output-queue'

let posted: [number, string][]
beforeEach(() => {
  posted = []
})

const start = () =>
  createOutputQueue({ post: (link, text) => posted.push([link, text]), skipped: () => '[skipped]' })
const text = () => posted.map(([, part]) => part).join('')

describe('T13 output is handed on as fast as it is shown', () => {
  it('waits for the document, then for each message to be shown', () => {
    const queue = start()
    queue.push(1, 'a')
    expect(posted).toEqual([])
    queue.open()
    queue.push(1, 'b')
    for (const letter of 'cdef') queue.push(1, letter)
    expect(posted).toEqual([
      [1, 'a'],
      [1, 'b'],
    ])
    queue.shown()
    expect(posted.at(-1)).toEqual([1, 'cdef'])
  })

  it('keeps what comes between two documents for the second one', () => {
    const queue = start()
    queue.open()
    queue.clear()
    queue.push(2, 'welcome')
    expect(posted).toEqual([])
    queue.open()
    expect(posted).toEqual([[2, 'welcome']])
  })

  it('never joins the output of two connections', () => {
    const queue = start()
    queue.push(1, 'a')
    queue.push(2, 'b')
    queue.open()
    expect(posted).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  it('a flood of 10 MB arrives whole, in pieces', () => {
    const queue = start()
    queue.open()
    const line = `${'flood '.repeat(12)}\r\n`
    for (let sent = 0; sent < 10_000_000; sent += line.length) queue.push(1, line)
    expect(posted).toHaveLength(2)
    for (let shown = 0; shown < posted.length; shown += 1) queue.shown()
    expect(text().length).toBeGreaterThanOrEqual(10_000_000)
    expect(Math.max(...posted.map(([, part]) => part.length))).toBeLessThanOrEqual(32_768)
  })

  it('what nobody shows stays within its limit: the oldest is left out, and that is said', () => {
    const queue = start()
    const megabyte = 'x'.repeat(1_000_000)
    for (let sent = 0; sent < 40; sent += 1) queue.push(1, megabyte)
    queue.push(1, 'the end')
    queue.open()
    for (let shown = 0; shown < posted.length; shown += 1) queue.shown()
    expect(text().length).toBeLessThan(mostWaiting + 1000)
    expect(text().endsWith('the end')).toBe(true)
    expect(text().match(/\[skipped\]/g)).toHaveLength(1)
  })
})
