import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentTypes } from '../deploy/headers'
import { compress, compressedEndings, isCompressible } from './preview/static-files'

/** Smaller files fit into one packet anyway. */
const smallest = 1024

/** A deployment replaces this file; a compressed copy of the sample would be served instead. */
const replaced = 'config.json'

const encodings = ['br', 'gzip'] as const

/**
 * Writes `.br` (quality 11) and `.gz` (level 9) next to each file that they make smaller, for servers that send
 * static compressed files (`brotli_static`, `gzip_static`). The output depends only on the file.
 */
export async function compressBuild(dist: string) {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && isCompressible(contentTypes.get(extname(entry.name)) ?? ''))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => relative(dist, file) !== replaced)
  const total = { files: 0, identity: 0, br: 0, gzip: 0 }
  const compressOne = async (file: string) => {
    const body = await readFile(file)
    if (body.length < smallest) return
    total.files += 1
    total.identity += body.length
    for (const encoding of encodings) {
      const small = await compress(body, encoding, 11)
      total[encoding] += Math.min(small.length, body.length)
      if (small.length < body.length) await writeFile(file + compressedEndings[encoding], small)
    }
  }
  await Promise.all(files.map(compressOne))
  return total
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, identity, br, gzip } = await compressBuild(process.argv[2] ?? 'dist')
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  console.log(
    `${files} files of ${kilobytes(identity)} are compressed beforehand: ${kilobytes(br)} by brotli, ${kilobytes(gzip)} by gzip.`,
  )
}
