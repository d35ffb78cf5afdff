import { existsSync, readFileSync } from 'node:fs'

/** The content of a JSON file, or null where there is none. Throws for a file that cannot be read. */
export function readJson<Content>(file: string): Content | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : null
}
