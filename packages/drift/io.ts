import { access, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from './errors'
import type { Environment } from './options/values'
import { cut, plain } from './report/formatting'

export type Output = {
  write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export type Io = {
  readonly env: Environment
  readonly out: Output
  readonly err: Output
  readonly now: () => Date
  /** Ends a recording; aborts a probe. */
  readonly signal?: AbortSignal
}

/** Throws an InputError; `what` starts its sentence: `The baseline`. */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, what, error)
  }
}

export function unreadable(path: string, what: string, error: unknown): InputError {
  return new InputError(`${what} ${path} cannot be read: ${getReason(error)}.`)
}

/** Creates missing folders. Throws an InputError. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    await writeFile(path, text)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Checks before a long run whether files can be written; leaves no file behind. Throws an InputError. */
export async function checkWritable(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await makeFolder(dirname(path))
      const isThere = await access(path).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
      )
      await (await open(path, 'a')).close()
      if (!isThere) await rm(path)
    } catch (error) {
      throw unwritable(path, error)
    }
  }
}

/** One folder at a time: in some system folders (/proc) `recursive` never returns. */
async function makeFolder(path: string): Promise<void> {
  const code = await mkdir(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (code !== 'ENOENT' || dirname(path) === path) return
  await makeFolder(dirname(path))
  await mkdir(path)
}

function unwritable(path: string, error: unknown): InputError {
  return new InputError(`${path} cannot be written: ${getReason(error)}.`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

function getReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? code) : code || String(error)
}

/** Progress on standard error. */
export type Progress = {
  /** Starts a stage: one line in a log. */
  readonly stage: (text: string) => void
  /** Only shown on a terminal, on the same line. */
  readonly step: (text: string) => void
  /** Clears the progress line. */
  readonly end: () => void
}

type Target = {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly isQuiet: boolean
  readonly columns: number
  /** In milliseconds, from any origin. */
  readonly now: () => number
}

const MIN_REDRAW_MS = 80

/** One updating line on a terminal, one line per stage in a log. */
export function makeProgress({ write, isTerminal, isQuiet, columns, now }: Target): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  const clear = () => {
    if (isDrawn) write('\r\u001b[K')
    isDrawn = false
  }
  const draw = (text: string) => {
    write(`\r\u001b[K${cut(plain(text), Math.max(columns - 1, 10))}`)
    isDrawn = true
    drawnAt = now()
  }
  if (isQuiet) return { stage: () => undefined, step: () => undefined, end: () => undefined }
  if (!isTerminal)
    return { stage: text => write(`${plain(text)}\n`), step: () => undefined, end: () => undefined }
  return {
    stage: draw,
    step: text => {
      if (now() - drawnAt >= MIN_REDRAW_MS) draw(text)
    },
    end: clear,
  }
}
