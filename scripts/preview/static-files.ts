import { stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentTypes } from '../../deploy/content-types'

export type StaticFile = { path: string; contentType: string }

/**
 * The file of the built site that answers a path: the file itself, the pre-rendered page of that path, or the
 * app's page, which shows its own "not found". Below `/assets/`, for a top-level name with a known file ending and for
 * hidden files there is no such fallback: a page in place of a script would hide that a deployment took the script away.
 *
 * @param dist absolute path of the built site
 * @param path still encoded, as the request has it
 */
export async function findStaticFile(dist: string, path: string): Promise<StaticFile | null> {
  const relative = decodePath(path)
  if (relative === null) return path.startsWith('/assets/') ? null : pageAt(dist)
  const file = join(dist, relative)
  if (!file.startsWith(dist + sep) && file !== dist) return null
  const contentType = contentTypes.get(extname(file).toLowerCase())
  if (await isFile(file)) return { path: file, contentType: contentType ?? 'application/octet-stream' }
  const isTopLevelFile = relative.lastIndexOf('/') === 0 && contentType !== undefined
  if (relative.startsWith('/assets/') || relative.startsWith('/.') || isTopLevelFile) return null
  const page = join(file, 'index.html')
  return (await isFile(page)) ? pageAt(file) : pageAt(dist)
}

/** @returns the path with single slashes and no `.` or `..`, or null where it is not a path of a file at all */
function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    if (decoded.includes('\0') || decoded.includes('\\')) return null
    return decoded.split('/').includes('..') ? null : normalize(decoded)
  } catch {
    return null
  }
}

function pageAt(folder: string): StaticFile {
  return { path: join(folder, 'index.html'), contentType: 'text/html; charset=utf-8' }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  )
}
