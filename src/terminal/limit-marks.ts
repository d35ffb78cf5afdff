/** More than any language needs; a browser takes quadratic time to shape them. */
const MAX_MARKS_PER_CELL = 32

/** Everything that xterm gives no cell of its own. */
const MARK = /[\p{M}\p{Cf}\u1160-\u11ff]/u
const FIRST_MARK = 0xad

type Mode = 'text' | 'escape' | 'csi' | 'string'

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0)

/** Where the parser of a terminal is after a character. It may stay in a sequence for too long, but never for too short. */
const getMode = (mode: Mode, code: number): Mode => {
  const character = String.fromCharCode(code)
  if (character === '\x1b') return 'escape'
  if (character === '\x9b') return 'csi'
  if ('\x90\x98\x9d\x9e\x9f'.includes(character)) return 'string'
  // The end of a string, and what aborts any sequence.
  if ('\x07\x18\x1a'.includes(character) && (mode === 'string' || character !== '\x07')) return 'text'
  if (code >= 0x80 && code < 0xa0) return 'text'
  if (mode === 'escape') {
    if (character === '[') return 'csi'
    if (']PX^_'.includes(character)) return 'string'
    return code < 0x30 || code === 0x7f ? 'escape' : 'text'
  }
  if (mode === 'csi') return code < 0x40 || code === 0x7f ? 'csi' : 'text'
  return mode
}

/**
 * Drops the combining marks of a cell beyond the limit, in linear time: ten thousand on one letter freeze the page (T10). Call
 * the result for all output in order: a cell, like a sequence, may go on in the next chunk.
 */
export const createMarkLimit = (): ((text: string) => string) => {
  let mode: Mode = 'text'
  /** Marks that the cell before may still get. None after a sequence, which may have been aborted, so that it ended no cell. */
  let marksLeft = 0
  return text => {
    const kept: string[] = []
    let keptUntil = 0
    let size = 1
    for (let at = 0; at < text.length; at += size) {
      const code = text.codePointAt(at) ?? 0
      size = code > 0xffff ? 2 : 1
      if (code >= FIRST_MARK && MARK.test(String.fromCodePoint(code))) {
        marksLeft -= 1
        if (marksLeft >= 0) continue
        kept.push(text.slice(keptUntil, at))
        keptUntil = at + size
      } else if (mode !== 'text' || isControl(code)) {
        mode = getMode(mode, code)
        marksLeft = 0
      } else marksLeft = MAX_MARKS_PER_CELL
    }
    return kept.length === 0 ? text : kept.join('') + text.slice(keptUntil)
  }
}
