import { expect, test } from 'vitest'
import { createDb } from '../platform/create-db'
import { serveFile } from './files'

const getBytes = async (path: string) => new Uint8Array((await serveFile(path)?.arrayBuffer()) ?? [])
const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

const unbase32 = (text: string): string => {
  const digits = [...text.replaceAll('=', '')].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter),
  )
  const bits = digits.map(digit => digit.toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? []).map(byte => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

const unhex = (text: string): string =>
  text.replace(/../g, two => String.fromCharCode(Number.parseInt(two, 16)))

/** Solves each task as its description says. */
const solutions: Record<number, (bytes: Uint8Array) => string> = {
  101: bytes => {
    const text = latin(bytes)
    const [, first = ''] = /1 \S+ 2: (\S+)/.exec(text.slice(text.indexOf('<!--'))) ?? []
    const [, second = ''] = /\/\* .*: (\S+) \*\//.exec(text) ?? []
    return first + second
  },
  113: bytes => {
    const known = [...'Dear colleague'].map((letter, at) => (bytes[at] ?? 0) ^ letter.charCodeAt(0))
    const key = known.slice(0, 7)
    return (
      latin(bytes.map((byte, at) => byte ^ (key[at % key.length] ?? 0)))
        .trim()
        .split('\n')
        .at(-1) ?? ''
    )
  },
  114: bytes => {
    const [, cube = '0'] = /^c = (\d+)$/m.exec(latin(bytes)) ?? []
    let low = 0n
    let high = 1n << 320n
    while (low < high) {
      const middle = (low + high) / 2n
      if (middle ** 3n < BigInt(cube)) low = middle + 1n
      else high = middle
    }
    return unhex(low.toString(16))
  },
  118: bytes => {
    const url = unhex(unbase32(atob(latin(bytes).trim())))
    return decodeURIComponent(url).replace(/[a-z]/g, letter =>
      String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97),
    )
  },
}

test('the attachment of every task whose flag is in a file contains it', async () => {
  const db = createDb()
  const entries = [...db.content.tasks.values()].filter(({ task }) => task.flags.some(flag => flag.isInFile))
  expect(entries.map(({ task }) => String(task.id))).toEqual(Object.keys(solutions))
  for (const { group, task } of entries) {
    const [{ name = '', size = 0 } = {}] = task.attachments
    const bytes = await getBytes(`/files/tasks/${task.id}/${name}`)
    expect(bytes).toHaveLength(size)
    expect(db.getFlags(1, group.id, task.id)).toContain(solutions[task.id]?.(bytes))
  }
})
