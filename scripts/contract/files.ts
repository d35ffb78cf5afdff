import { access, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from './errors'

/** Throws an InputError; `what` starts its sentence: `The baseline`. */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, what, error)
  }
}

export function unreadable(path: string, what: string, error: unknown): InputError {
  return new InputError(`${what} ${path} cannot be read: ${reasonOf(error)}.`)
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
  return new InputError(`${path} cannot be written: ${reasonOf(error)}.`)
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

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? code) : code || String(error)
}
