import { createHash } from 'node:crypto'

/** Over the generated types without comments and blanks: a reworded description changes nothing. */
export function hashOfTypes(schemaText: string): string {
  const types = schemaText.replaceAll(/\/\*\*[\s\S]*?\*\/|^\/\/.*$/gm, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(types).digest('hex')
}
