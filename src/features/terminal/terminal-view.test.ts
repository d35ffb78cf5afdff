import { beforeEach, describe, expect, it } from 'vitest'
import { storage } from '../../lib/storage'
import { createOutputQueue, MAX_QUEUED_LENGTH, terminalSettings } from './terminal-view'

let posted: [number, string][]
beforeEach(() => {
  posted = []
})

const start = () =>
  createOutputQueue({ post: (link, text) => posted.push([link, text]), getSkippedNotice: () => '[skipped]' })
const text = () => posted.map(([, part]) => part).join('')

describe('T13 output is sent only as fast as it is displayed', () => {
  it('waits for the document, then for each acknowledgement', () => {
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
    queue.acknowledge()
    expect(posted.at(-1)).toEqual([1, 'cdef'])
  })

  it('queues output between two documents for the second one', () => {
    const queue = start()
    queue.open()
    queue.clear()
    queue.push(2, 'welcome')
    expect(posted).toEqual([])
    queue.open()
    expect(posted).toEqual([[2, 'welcome']])
  })

  it('never merges the output of two connections', () => {
    const queue = start()
    queue.push(1, 'a')
    queue.push(2, 'b')
    queue.open()
    expect(posted).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  it('delivers 10 MB completely, in chunks', () => {
    const queue = start()
    queue.open()
    const line = `${'flood '.repeat(12)}\r\n`
    for (let sent = 0; sent < 10_000_000; sent += line.length) queue.push(1, line)
    expect(posted).toHaveLength(2)
    for (let shown = 0; shown < posted.length; shown += 1) queue.acknowledge()
    expect(text().length).toBeGreaterThanOrEqual(10_000_000)
    expect(Math.max(...posted.map(([, part]) => part.length))).toBeLessThanOrEqual(32_768)
  })

  it('limits the queue: drops the oldest output and shows a notice', () => {
    const queue = start()
    const megabyte = 'x'.repeat(1_000_000)
    for (let sent = 0; sent < 40; sent += 1) queue.push(1, megabyte)
    queue.push(1, 'the end')
    queue.open()
    for (let shown = 0; shown < posted.length; shown += 1) queue.acknowledge()
    expect(text().length).toBeLessThan(MAX_QUEUED_LENGTH + 1000)
    expect(text().endsWith('the end')).toBe(true)
    expect(text().match(/\[skipped\]/g)).toHaveLength(1)
  })
})

it('stores the settings within the limits', () => {
  storage.remove('flagship.terminal')
  expect(terminalSettings.read()).toEqual({ fontSize: 14, height: null, width: 50, isScreenReader: false })
  expect(terminalSettings.change({ fontSize: 99, height: 3 })).toMatchObject({ fontSize: 24, height: 20 })
  expect(terminalSettings.change({ isScreenReader: true })).toEqual(terminalSettings.read())
  expect(terminalSettings.read()).toEqual({ fontSize: 24, height: 20, width: 50, isScreenReader: true })
})

it.each(['', '{', 'null', '[]', '"x"', '{"fontSize":"14","height":{},"isScreenReader":"yes"}'])(
  'treats %j as missing',
  raw => {
    storage.set('flagship.terminal', raw)
    expect(terminalSettings.read()).toEqual({ fontSize: 14, height: null, width: 50, isScreenReader: false })
  },
)
