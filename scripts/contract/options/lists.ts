import { UsageError } from '../errors'
import type { MinimumCoverage } from '../report/report'
import { coverageParts } from '../report/shares'
import { listed, quoted, suggestion } from './values'

const formats = ['text', 'json', 'junit', 'sarif', 'github', 'md'] as const
export type Format = (typeof formats)[number]

/** `text,json` → the formats without duplicates; text by default. */
export function readFormats(text: string | undefined): Format[] {
  if (text === undefined) return ['text']
  const found = text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
    .map(word => {
      const format = formats.find(known => known === word.toLowerCase())
      if (format === undefined)
        throw new UsageError(
          `--format takes ${listed(formats)}, not ${quoted(word)}${suggestion(word, formats)}.`,
        )
      return format
    })
  if (found.length === 0) throw new UsageError(`--format takes ${listed(formats)}.`)
  return [...new Set(found)]
}

/** `ops=100,props=60` → minimum percentages. */
export function readMinimum(text: string | undefined): MinimumCoverage {
  if (text === undefined) return {}
  const names = coverageParts.map(({ option }) => option)
  const minimum: { -readonly [Part in keyof MinimumCoverage]: MinimumCoverage[Part] } = {}
  for (const piece of text.split(',')) {
    const [name = '', value = ''] = piece.split('=').map(word => word.trim())
    const part = coverageParts.find(({ option, part }) => option === name || part === name)?.part
    if (part === undefined) {
      throw new UsageError(
        `--min-coverage knows ${listed(names)}, not ${quoted(name)}${suggestion(name, names)}.`,
      )
    }
    const percentage = Number(value)
    if (!/^\d+(?:\.\d+)?$/.test(value) || percentage > 100)
      throw new UsageError(`--min-coverage ${name} takes a percentage from 0 to 100, such as ${name}=80.`)
    minimum[part] = percentage
  }
  return minimum
}
