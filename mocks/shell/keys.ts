/** Editing keys. */
export type KeyName =
  | 'enter'
  | 'backspace'
  | 'delete'
  | 'interrupt'
  | 'end-of-input'
  | 'clear-screen'
  | 'kill-before'
  | 'kill-after'
  | 'kill-word'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'up'
  | 'down'
  | 'complete'

export type Key = { name: KeyName } | { text: string }

const controls: Readonly<Record<string, KeyName>> = {
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x05': 'end',
  '\x06': 'right',
  '\x08': 'backspace',
  '\t': 'complete',
  '\n': 'enter',
  '\x0b': 'kill-after',
  '\x0c': 'clear-screen',
  '\r': 'enter',
  '\x0e': 'down',
  '\x10': 'up',
  '\x15': 'kill-before',
  '\x17': 'kill-word',
  '\x7f': 'backspace',
}

/** Sequences after `ESC [` and `ESC O`; unknown ones are ignored. */
const sequences: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '7~': 'home',
  '4~': 'end',
  '8~': 'end',
  '3~': 'delete',
  '1;5C': 'word-right',
  '1;5D': 'word-left',
  '1;3C': 'word-right',
  '1;3D': 'word-left',
}

/** No key has a longer sequence. */
const MAX_SEQUENCE_LENGTH = 32

/** Start of a string sequence: OSC, DCS, APC, PM or SOS. */
const isStringStart = (character: string) => /[\]PX^_]/.test(character)

/**
 * Parses keys from terminal input. `pending` is the incomplete escape sequence of the previous call, and the one
 * returned is of this call. Replies of the terminal itself never become typed text.
 */
export function readKeys(pending: string, characters: string): { keys: Key[]; pending: string } {
  const keys: Key[] = []
  let open = pending
  let last = ''
  for (const character of characters) {
    if (open !== '') open = continueSequence(open, character, keys)
    else if (character === '\x1b') open = character
    else if (character !== '\n' || last !== '\r') readPlain(character, keys)
    last = character
  }
  return { keys, pending: open }
}

function readPlain(character: string, keys: Key[]): void {
  const name = controls[character]
  if (name) keys.push({ name })
  else if (character >= ' ' && !/[\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]/.test(character)) {
    keys.push({ text: character })
  }
}

/** The sequence with one more character; empty once it has ended. */
function continueSequence(open: string, character: string, keys: Key[]): string {
  // A control character ends the sequence and is handled, so that an incomplete reply can't block the input.
  if (character === '\x1b') return character
  if (character < ' ' && character !== '\x07') {
    readPlain(character, keys)
    return ''
  }
  if (open === '\x1b') {
    if (character === '[' || character === 'O' || isStringStart(character)) return open + character
    if (character === 'b') keys.push({ name: 'word-left' })
    if (character === 'f') keys.push({ name: 'word-right' })
    return ''
  }
  if (isStringStart(open.charAt(1))) return character === '\x07' || character === '\x9c' ? '' : open
  if (open.startsWith('\x1b[') && /[\x20-\x3f]/.test(character)) {
    return open.length < MAX_SEQUENCE_LENGTH ? open + character : open
  }
  const name = sequences[open.slice(2) + character]
  if (name) keys.push({ name })
  return ''
}
