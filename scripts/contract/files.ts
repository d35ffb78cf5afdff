import { access, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from './input-error'

/** Reads a file that the person named; `what` begins the sentence of the InputError: `The baseline`. */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, what, error)
  }
}

/** The one sentence for a file that cannot be read. */
export function unreadable(path: string, what: string, error: unknown): InputError {
  return new InputError(`${what} ${path} cannot be read: ${reasonOf(error)}.`)
}

/** Writes a file and the folders above it. Throws an InputError. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    await writeFile(path, text)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Whether files can be written there, before a long run is made for nothing; leaves no file behind. Throws an InputError. */
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

/** Folder by folder: of some folders of the system (/proc) `recursive` never comes back. */
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
