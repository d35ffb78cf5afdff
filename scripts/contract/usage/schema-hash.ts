import { createHash } from 'node:crypto'

/** Ignores comments and whitespace: a changed description changes nothing. */
export function hashTypes(schemaText: string): string {
  const types = schemaText.replaceAll(/\/\*\*[\s\S]*?\*\/|^\/\/.*$/gm, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(types).digest('hex')
}
