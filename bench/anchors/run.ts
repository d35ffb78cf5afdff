import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { createServer } from 'vite'
import { printTable } from '../../scripts/lib/print-table'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { downloadInputs } from '../../src/test/bad-inputs/file-names'
import { type Inputs, inputsOf, seed } from '../../src/test/bad-inputs/inputs'
import { markdownInputs } from '../../src/test/bad-inputs/markdown'
import { redirectInputs } from '../../src/test/bad-inputs/redirects'
import { judges } from './judges'
import { fileNameSubjects, markdownSubjects, notRun, redirectSubjects, type Subject } from './subjects'

interface Row {
  kind: string
  name: string
  tried: number
  escaped: number
  /** How many of which sort. */
  sorts: Record<string, number>
  failure?: string
}

const { window } = new JSDOM('', { url: 'http://localhost/' })
Object.assign(globalThis, { window, document: window.document, location: window.location })
const { body } = window.document.implementation.createHTMLDocument('')

/** The product's own renderer, built as the tests build it. */
const loadOwn = async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const server = await createServer({
    root,
    configFile: false,
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  const { own } = (await server.ssrLoadModule('/bench/anchors/own.tsx')) as typeof import('./own')
  return { own, close: () => server.close() }
}

const measure = async <Answer>(
  kind: string,
  inputs: Inputs<string>,
  subjects: readonly Subject<(input: string) => Answer>[],
  judge: (answer: Answer) => string | null,
): Promise<Row[]> => {
  const all = inputsOf(inputs)
  const rows: Row[] = []
  for (const { name, make } of subjects) {
    const sorts: Record<string, number> = {}
    const row = { kind, name, tried: all.length, escaped: 0, sorts }
    rows.push(row)
    try {
      const run = await make()
      for (const input of all) {
        const found = tryOne(run, judge, input)
        if (found === null) continue
        if (found !== 'throws') row.escaped += 1
        sorts[found] = (sorts[found] ?? 0) + 1
      }
    } catch (reason) {
      Object.assign(row, { tried: 0, failure: String(reason).slice(0, 200) })
    }
  }
  return rows
}

/** To refuse by a throw is no escape, but it is counted apart: something has to catch it. */
const tryOne = <Answer>(
  run: (input: string) => Answer,
  judge: (answer: Answer) => string | null,
  input: string,
): string | null => {
  let answer: Answer
  try {
    answer = run(input)
  } catch {
    return 'throws'
  }
  return judge(answer)
}

const { own, close } = await loadOwn()
const ours = <Run>(run: Run): Subject<Run> => ({
  name: 'Flagship',
  from: 'this project',
  make: async () => run,
})

const rows = [
  ...(await measure('Markdown', markdownInputs, [ours(own.markdown), ...markdownSubjects], html =>
    judges.markdown(html, body),
  )),
  ...(await measure(
    'way back',
    redirectInputs,
    [ours<(address: string) => string | null>(own.redirect), ...redirectSubjects],
    judges.redirect,
  )),
  ...(await measure(
    'file name',
    downloadInputs,
    [ours<(header: string) => string | null>(own.fileName), ...fileNameSubjects],
    judges.fileName,
  )),
]
const sortsOf = ({ sorts, failure }: Row) =>
  failure ??
  Object.entries(sorts)
    .map(([sort, count]) => `${sort} ${count}`)
    .join(', ')
console.log(`The same bad inputs for everybody, seed ${seed}\n`)
console.log(
  printTable([
    ['input', 'whose', 'tried', 'escaped', 'how'],
    ...rows.map(row => [
      row.kind,
      row.name,
      String(row.tried),
      row.failure ? '' : String(row.escaped),
      sortsOf(row),
    ]),
  ]),
)
const sources = [...markdownSubjects, ...redirectSubjects, ...fileNameSubjects]
console.log(`\nRead for it:\n${[...new Set(sources.map(({ from }) => `  ${from}`))].join('\n')}`)
console.log(`\nNot run:\n${notRun.map(line => `  ${line}`).join('\n')}`)
writeFigure('anchors', { seed, rows, notRun })
await close()
process.exit()
