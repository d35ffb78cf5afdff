import { expect, test } from 'vitest'
import { serveFile } from './files'
import { createDb } from './platform/create-db'
import { taskFiles } from './task-files'

const bytesOf = async (path: string) => new Uint8Array((await serveFile(path)?.arrayBuffer()) ?? [])
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

test.each(Object.entries(taskFiles))('the file of task %s contains a correct flag', async (id, { name }) => {
  const db = createDb()
  const entry = db.content.tasks.get(Number(id))
  const bytes = await bytesOf(`/files/tasks/${id}/${name}`)
  expect(entry?.task.attachments).toContainEqual({ name, size: bytes.length })
  expect(db.flagsOf(1, entry?.group.id ?? 0, Number(id))).toContain(solutions[Number(id)]?.(bytes))
})

test('the archive of the first task is a valid ZIP file', async () => {
  const bytes = await bytesOf('/files/tasks/101/landing-page.zip')
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  expect(view.getUint16(end + 10, true)).toBe(5)
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < 5; entry++) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    expect(view.getUint32(view.getUint32(at + 42, true), true)).toBe(0x04034b50)
    at += 46 + view.getUint16(at + 28, true)
  }
  expect(at).toBe(end)
})
