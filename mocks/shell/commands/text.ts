import { decodeBase64, encodeBase64 } from '../host'
import type { Call, Command } from '../shell'
import { findNode, getByteLength, readInputs, readOptions, splitLines } from './inputs'

export const cat: Command = call => {
  const options = readOptions(call, { flags: 'nAevt' })
  if (!options) return 1
  const { inputs, failed } = readInputs(call, options.rest)
  let number = 1
  for (const { text } of inputs) {
    const shown =
      /[Aevt]/.test(call.args.join('')) && options.rest.length < call.args.length && !options.has('n')
    if (options.has('n')) {
      call.print(
        splitLines(text)
          .map(line => `${String(number++).padStart(6)}\t${line}\n`)
          .join(''),
      )
    } else call.print(shown ? visible(text, options.has('A') || options.has('e')) : text)
  }
  return failed ? 1 : 0
}

/** Control characters in the notation of `cat -v`. */
function visible(text: string, hasEnds: boolean): string {
  const carets = text.replaceAll(/[^\n\t\x20-\x7e\u00a0-\uffff]/g, character =>
    character === '\x7f' ? '^?' : `^${String.fromCharCode((character.charCodeAt(0) & 31) + 64)}`,
  )
  return hasEnds ? carets.replaceAll('\n', '$\n') : carets
}

/** `less` and `more` print the whole file: the console doesn't page. */
export const pager: Command = call => {
  const { inputs, failed } = readInputs(
    call,
    call.args.filter(word => !/^[-+]/.test(word)),
  )
  for (const { text } of inputs) call.print(text)
  return failed ? 1 : 0
}

function ends(take: (text: string, count: string, isBytes: boolean) => string): Command {
  return call => {
    const words = call.args.map(word => word.replace(/^-(\d+)$/, '-n$1'))
    const options = readOptions(
      { ...call, args: words },
      { flags: 'qvfF', values: 'nc', long: { lines: 'n' } },
    )
    if (!options) return 1
    const bytes = options.value('c')
    const count = bytes ?? options.value('n') ?? '10'
    if (!/^[+-]?\d+$/.test(count))
      return call.fail(`invalid number of ${bytes === undefined ? 'lines' : 'bytes'}: ‘${count}’`)
    const { inputs, failed } = readInputs(call, options.rest)
    for (const [index, { name, text }] of inputs.entries()) {
      if (inputs.length > 1) call.print(`${index > 0 ? '\n' : ''}==> ${name} <==\n`)
      call.print(take(text, count, bytes !== undefined))
    }
    return failed ? 1 : 0
  }
}

const splitPieces = (text: string, isBytes: boolean) =>
  isBytes ? [...text] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? [])

export const head = ends((text, count, isBytes) =>
  splitPieces(text, isBytes).slice(0, Number(count)).join(''),
)

export const tail = ends((text, count, isBytes) => {
  const pieces = splitPieces(text, isBytes)
  if (count.startsWith('+')) return pieces.slice(Math.max(0, Number(count) - 1)).join('')
  return pieces.slice(Math.max(0, pieces.length - Math.abs(Number(count)))).join('')
})

export const wc: Command = call => {
  const options = readOptions(call, { flags: 'lwcm' })
  if (!options) return 1
  const { inputs, failed } = readInputs(call, options.rest)
  const has = (flag: string) => options.has(flag) || !['l', 'w', 'c', 'm'].some(one => options.has(one))
  const row = (counts: number[], name: string) => {
    const [lines = 0, words = 0, bytes = 0] = counts
    const shown = [
      ...(has('l') ? [lines] : []),
      ...(has('w') ? [words] : []),
      ...(has('c') || has('m') ? [bytes] : []),
    ]
    const pad = shown.length > 1 ? 7 : 0
    const label = name === '(standard input)' ? '' : ` ${name}`
    call.print(`${shown.map(count => String(count).padStart(pad)).join(' ')}${label}\n`)
  }
  const total = [0, 0, 0]
  for (const { name, text } of inputs) {
    const counts = [
      text.split('\n').length - 1,
      text.split(/\s+/).filter(Boolean).length,
      getByteLength(text),
    ]
    counts.forEach((count, index) => {
      total[index] = (total[index] ?? 0) + count
    })
    row(counts, name)
  }
  if (inputs.length > 1) row(total, 'total')
  return failed ? 1 : 0
}

export const strings: Command = call => {
  const options = readOptions(call, { flags: 'a', values: 'n' })
  if (!options) return 1
  const shortest = Number(options.value('n') ?? 4)
  const { inputs, failed } = readInputs(call, options.rest)
  for (const { text } of inputs) {
    const runs = text.match(/[\t\x20-\x7e]+/g) ?? []
    call.print(
      runs
        .filter(run => run.length >= shortest)
        .map(run => `${run}\n`)
        .join(''),
    )
  }
  return failed ? 1 : 0
}

function detectType(text: string): string {
  if (text === '') return 'empty'
  if (text.startsWith('\x7fELF'))
    return 'ELF 64-bit LSB pie executable, x86-64, dynamically linked, not stripped'
  if (text.startsWith('#!'))
    return `${/^#!\S*?([^/\s]+)/.exec(text)?.[1] ?? 'script'} script, ASCII text executable`
  if (/[^\n\r\t\x20-\x7e\u00a0-\uffff]/.test(text)) return 'data'
  // Non-ASCII code points mean UTF-8.
  return /[^\n\r\t\x20-\x7e]/.test(text) ? 'Unicode text, UTF-8 text' : 'ASCII text'
}

export const file: Command = call => {
  if (call.args.length === 0) return call.print('Usage: file [-bhi] FILE...\n', 1)
  for (const path of call.args.filter(word => !word.startsWith('-'))) {
    const node = findNode(call, path)
    if (typeof node === 'string') call.print(`${path}: cannot open \`${path}' (${node})\n`)
    else if (node.kind === 'directory') call.print(`${path}: directory\n`)
    else {
      const { inputs } = readInputs({ ...call, warn: () => {} }, [path])
      const kind = inputs[0] ? detectType(inputs[0].text) : 'regular file, no read permission'
      call.print(`${path}: ${node.mode & 0o4000 ? 'setuid ' : ''}${kind}\n`)
    }
  }
  return 0
}

export const base64: Command = call => {
  const options = readOptions(call, { flags: 'di', values: 'w', long: { decode: 'd', wrap: 'w' } })
  if (!options) return 1
  const { inputs, failed } = readInputs(call, options.rest.slice(0, 1))
  const text = inputs[0]?.text
  if (text === undefined) return 1
  if (!options.has('d')) {
    const width = Number(options.value('w') ?? 76)
    const code = encodeBase64(text)
    return call.print(width > 0 ? code.replaceAll(new RegExp(`.{1,${width}}`, 'g'), '$&\n') : code)
  }
  const plain = decodeBase64(text)
  if (plain === null) return call.fail('invalid input')
  call.print(plain)
  return failed ? 1 : 0
}

/** `xargs` with `-n` (words per call) and `-I` (placeholder for a line). */
export const xargs: Command = call => {
  const words = [...call.args]
  let batch = Number.POSITIVE_INFINITY
  let placeholder: string | undefined
  while (words[0]?.startsWith('-')) {
    const flag = words.shift() ?? ''
    if (flag.startsWith('-n')) batch = Math.max(1, Number(flag.slice(2) || words.shift()) || 1)
    if (flag.startsWith('-I')) placeholder = flag.slice(2) || words.shift()
  }
  const command = words.length > 0 ? words : ['echo']
  const input = call.input ?? ''
  const items = placeholder === undefined ? input.split(/\s+/).filter(Boolean) : splitLines(input)
  let status = 0
  const run = (args: readonly string[]) => {
    status = call.run(args, { input: '' }) || status
  }
  const step = placeholder === undefined ? batch : 1
  for (let at = 0; at < items.length; at += step) {
    const item = items[at] ?? ''
    if (placeholder === undefined) run([...command, ...items.slice(at, at + batch)])
    else run(command.map(word => word.replaceAll(placeholder ?? '', () => item)))
  }
  return status
}

/** A command that transforms all lines of its input. */
function overLines(change: (lines: string[], call: Call) => string[]): Command {
  return call => {
    const paths = call.args.filter(word => !/^-./.test(word))
    const { inputs, failed } = readInputs(call, paths)
    const lines = change(
      inputs.flatMap(({ text }) => splitLines(text)),
      call,
    )
    call.print(lines.map(line => `${line}\n`).join(''))
    return failed ? 1 : 0
  }
}

const flagged = (call: Call, letter: string) =>
  call.args.some(word => /^-[a-z]+$/i.test(word) && word.includes(letter))

export const sort = overLines((lines, call) => {
  const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  const byNumber = (one: string, other: string) =>
    Number.parseFloat(one) - Number.parseFloat(other) || byText(one, other)
  const sorted = lines.toSorted(flagged(call, 'n') ? byNumber : byText)
  if (flagged(call, 'r')) sorted.reverse()
  return flagged(call, 'u') ? [...new Set(sorted)] : sorted
})

export const uniq = overLines((lines, call) => {
  const groups: { line: string; count: number }[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.line === line) last.count++
    else groups.push({ line, count: 1 })
  }
  return groups.map(({ line, count }) => (flagged(call, 'c') ? `${String(count).padStart(7)} ${line}` : line))
})

export const tac = overLines(lines => lines.toReversed())
export const rev = overLines(lines => lines.map(line => [...line].reverse().join('')))
