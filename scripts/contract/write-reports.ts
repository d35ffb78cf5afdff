import { join } from 'node:path'
import { writeText as writeFile } from './files'
import type { Io, Output } from './io'
import type { CheckOptions } from './options'
import type { Format } from './options/lists'
import { writeGithub } from './report/github'
import { writeJson } from './report/json'
import { writeJunit } from './report/junit'
import { writeMarkdown } from './report/markdown'
import type { Report } from './report/report'
import { writeSarif } from './report/sarif'
import { writeText } from './report/text'

const writers: Readonly<
  Record<Format, { readonly file?: string; readonly write: (report: Report) => string }>
> = {
  text: { file: 'contract-drift.txt', write: report => writeText(report) },
  json: { file: 'contract-drift.json', write: writeJson },
  junit: { file: 'contract-drift.xml', write: writeJunit },
  sarif: { file: 'contract-drift.sarif', write: writeSarif },
  md: { file: 'contract-drift.md', write: writeMarkdown },
  // Workflow commands only work on standard output.
  github: { write: writeGithub },
}

export function reportFiles({ out, formats }: CheckOptions): string[] {
  if (out === undefined) return []
  return formats.flatMap(format => writers[format].file ?? []).map(file => join(out, file))
}

/** Throws an InputError if a file cannot be written. */
export async function writeReports(report: Report, options: CheckOptions, io: Io): Promise<void> {
  const { out, formats } = options
  if (out !== undefined) {
    for (const format of formats) {
      const { file, write } = writers[format]
      if (file !== undefined) await writeFile(join(out, file), write(report))
    }
  }
  const [only] = formats.filter(format => format !== 'github')
  const isText = out !== undefined || only === undefined || only === 'text'
  if (formats.includes('github')) io.out.write(writeGithub(report))
  if (isText) io.out.write(options.isQuiet ? `${report.verdict.sentence}\n` : writeText(report, styleOf(io)))
  else io.out.write(writers[only].write(report))
}

function styleOf({ out, env }: Io) {
  const { columns } = out
  return { isColored: isColored(out, env), ...(columns !== undefined && columns > 0 && { columns }) }
}

/** https://no-color.org: any non-empty value disables colors. */
function isColored({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Io['env']): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return isTTY === true && TERM !== 'dumb'
}
