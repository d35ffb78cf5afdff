import { describe, expect, test } from 'vitest'
import { isFromTerminal } from './terminal-channel'

describe('messages of the terminal document', () => {
  test.each([
    { type: 'shown' },
    { type: 'leave' },
    { type: 'input', link: 1, text: 'ls\r' },
    { type: 'input', link: 3, text: '' },
    { type: 'size', rows: 24, columns: 80 },
    { type: 'copied', text: '', isSelection: false, isWritten: false },
    { type: 'content', use: 'file', text: 'a\nb' },
    { type: 'notPasted', reason: 'tooLarge' },
  ])('accepts %j', message => {
    expect(isFromTerminal(message)).toBe(true)
  })

  test.each([
    undefined,
    null,
    7,
    'shown',
    {},
    { type: 'setup' },
    { type: 'output', link: 1, text: 'x' },
    { type: 'toString' },
    { type: 'input', link: 0, text: 'ls' },
    { type: 'input', link: '1', text: 'ls' },
    { type: 'input', link: 1.5, text: 'ls' },
    { type: 'input', link: 1 },
    { type: 'input', text: 'ls' },
    { type: 'size', rows: 24 },
    { type: 'size', rows: 0, columns: 80 },
    { type: 'size', rows: 24, columns: -1 },
    { type: 'copied' },
    { type: 'notPasted', reason: 'toString' },
    { type: 'content', use: 'file', text: 7 },
    { type: 'content', use: 'toString', text: '' },
    { type: 'content', text: '' },
  ])('T09 rejects %j', message => {
    expect(isFromTerminal(message)).toBe(false)
  })
})
