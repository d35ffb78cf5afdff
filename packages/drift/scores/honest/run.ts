import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../../../scripts/lib/free-port'
import { printTable } from '../../../../scripts/lib/print-table'
import { loadCheckContext } from '../../check-context'
import { main } from '../../drift'
import { severities } from '../../finding'

const usage = `Usage: npm run bench -- drift --honest [options]
  --only NAMES  these styles and drifts alone, such as limit,full,pagination
  --mode MODE   readonly or full alone
  --json FILE   writes every finding too
Runs the drift check on a FastAPI server that keeps the contract, in each style that the contract allows, and on twelve
drifts of that server. Exits with 1 when an honest server fails for another reason than expectedFindings lists.
It needs Debian's python3-fastapi, python3-uvicorn, python3-multipart, python3-websockets and python3-email-validator;
PYTHON names another interpreter.`

/** What each style of the server does is in variations.py and main.py. */
const styles = [
  'default',
  ...['nulls', 'lean', 'floats', 'sums', 'extras', 'limit', 'orders', 'slow120', 'slow200', 'one-503'],
  ...['terse', 'texts', 'strict-login', 'not-found', 'empty', 'full'],
]

/** The deviation, and the operation or field that a finding of it names. */
const drifts: Readonly<Record<string, RegExp>> = {
  'name-to-title': /(listGroups|getGroup) .*(name|title)/,
  'points-as-text': /points/,
  'register-201': /^DR\d\d register /,
  'field-missing-for-one': /no_password/,
  'new-parameter': /getLeaderboard .*period/,
  'other-detail': /^DR\d\d login .*(detail|Bad credentials)/,
  'local-dates': /_date|_at/,
  pagination: /^DR\d\d listGroups /,
  'lab-pending': /pending/,
  'cookie-flags': /HttpOnly|SameSite/i,
  'no-disposition': /getVpnConfig .*disposition/i,
  'other-socket': /openTerminal/,
}

type Expected = {
  /** In this style alone; in every one without it. */
  readonly style?: string
  /** Matches `DR25 listGroups answer 200 /points: …`. */
  readonly finding: RegExp
  /** What the contract says, and where. */
  readonly contract: string
}

/** Failing findings that are right: the server deviates from the contract there, as backends of its kind do. */
const expectedFindings: readonly Expected[] = [
  {
    style: 'sums',
    finding: /^DR25 .*(document|number)/,
    contract:
      'openapi/schemas: points are "type: integer"; the document says "number", which allows fractions.',
  },
  {
    style: 'not-found',
    finding: /^DR47 .*"Not Found"/,
    contract: 'openapi/responses/TaskNotFound.yaml "enum: [Task not found]".',
  },
]

const modes = ['readonly', 'full'] as const
type Mode = (typeof modes)[number]
type Finding = {
  readonly driftId: string
  readonly severity: string
  readonly operationId?: string
  readonly place: string
  readonly what: string
  readonly isFailing: boolean
}
type Counts = { readonly breaking: number; readonly degraded: number; readonly information: number }
type Result = {
  readonly name: string
  readonly mode: Mode
  readonly exitCode: number
  readonly error: string
  readonly seconds: number
  readonly exchanges: number
  readonly counts?: Counts
  /** Tables of the database that differ after the run; sessions and counters of failures left out. */
  readonly changed: readonly string[]
  readonly findings: readonly Finding[]
}

const password = 'stream-of-larch-7'
const accounts = {
  student: 'ivy-larsson',
  newcomer: 'nils_new',
  admin: 'ada_root',
  candidate: 'cato-9',
  examinee: 'eira',
}

async function startServer(env: Readonly<Record<string, string>>) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/api`
  const args = ['-B', '-m', 'uvicorn', 'main:app', '--port', String(port), '--log-level', 'warning']
  const server = spawn(process.env.PYTHON ?? '/usr/bin/python3', args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    const isUp = await fetch(new URL('/state', url)).then(
      () => true,
      () => false,
    )
    if (isUp) return { server, url }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  server.kill()
  throw new Error('The server does not start; its error stands above.')
}

async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill()
  await ended
}

type GroupAnswer = {
  readonly id: number
  readonly name: string
  readonly categories?: readonly {
    readonly tasks: readonly { readonly id: number; readonly title: string }[]
  }[]
}

/** The server numbers its records differently in each style, so the fixtures are taken from its answers. */
async function writeFixtures(url: string, file: string): Promise<void> {
  const post = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: accounts.student, password }),
  })
  const { access_token } = (await post.json()) as { access_token: string }
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${access_token}` } })).json()
  const listed = (await read('/groups')) as GroupAnswer[] | { items: GroupAnswer[] }
  const groups = Array.isArray(listed) ? listed : listed.items
  const course = groups.find(group => Object.values(group).includes('Blue team basics'))
  const { categories = [] } = course ? ((await read(`/groups/${course.id}`)) as GroupAnswer) : {}
  const task = (title: string) => ({
    group_id: course?.id,
    task_id: categories.flatMap(({ tasks }) => tasks).find(one => one.title === title)?.id,
  })
  const values = course && {
    inviteCode: 'join-blue',
    lmsTask: { mnemonic_code_group: 'BTB/26', gitlab_id: 'shop' },
    foreignLmsTask: { mnemonic_code_group: 'STR', gitlab_id: 'door' },
    laterLmsTask: { mnemonic_code_group: 'WS-27', gitlab_id: 'avalanche' },
    rightFlag: { ...task('Faulty scales'), flag: 'flag{heavy}' },
    labTask: task('The shop that never closes'),
    failingFlag: 'flag{broken-checker}',
  }
  const fixtures = {
    logins: Object.fromEntries(
      Object.entries(accounts).map(([role, username]) => [role, { username, password }]),
    ),
    values: {
      ...values,
      ...{ lmsCode: 'larch-code-1', resetToken: 'larch-reset-1', labSeconds: 20 },
      newAccountEmail: 'probe-*@range.example',
    },
  }
  await writeFile(file, JSON.stringify(fixtures))
}

/** A hash of each table; signing in and counting failures is no change. */
async function readState(url: string): Promise<Record<string, number>> {
  const response = await fetch(new URL('/state', url))
  const { sessions, used_tokens, failures, ...tables } = (await response.json()) as Record<string, number>
  return tables
}

const context = loadCheckContext()

/** A run of its own server, since a full run uses up what it finds. */
async function check(name: string, env: Readonly<Record<string, string>>, mode: Mode): Promise<Result> {
  const { server, url } = await startServer(env)
  const folder = await mkdtemp(join(tmpdir(), 'drift-honest-'))
  try {
    const fixtures = join(folder, 'fixtures.json')
    await writeFixtures(url, fixtures)
    const spec = new URL('/openapi.json', url).href
    const before = await readState(url)
    const argv = ['--url', url, '--spec', spec, '--live', mode, '--fixtures', fixtures, '--seed', '1']
    const messages: string[] = []
    const io = {
      env: {},
      out: { write: () => undefined },
      err: { write: (text: string) => messages.push(text) },
      now: () => new Date(),
    }
    const start = performance.now()
    const output = ['--format', 'json', '--out', folder, '--quiet']
    const exitCode = await main([...argv, ...output], io, () => context)
    const report = await readFile(join(folder, 'contract-drift.json'), 'utf8').catch(() => '{}')
    const { findings = [], counts, exchanges = 0, failures = [] } = JSON.parse(report)
    const error = exitCode > 1 ? [...failures, ...messages].join(' ') : ''
    const seconds = (performance.now() - start) / 1000
    const after = await readState(url)
    const changed = Object.keys(after).filter(table => after[table] !== before[table])
    return { name, mode, exitCode, error, seconds, exchanges, counts, findings, changed }
  } finally {
    await stopServer(server)
    await rm(folder, { recursive: true })
  }
}

const getText = ({ driftId, operationId = '', place, what }: Finding): string =>
  `${driftId} ${operationId} ${place}: ${what}`

function getJustification(finding: Finding, style: string): Expected | undefined {
  return expectedFindings.find(
    one => (one.style === undefined || one.style === style) && one.finding.test(getText(finding)),
  )
}

function describe({ name, mode, exitCode, error, seconds, exchanges, counts, changed }: Result): string[] {
  const { breaking, degraded, information } = counts ?? { breaking: '–', degraded: '–', information: '–' }
  const numbers = [breaking, degraded, information, seconds.toFixed(1), exchanges]
  return [
    name,
    mode,
    ...numbers.map(String),
    changed.join(' '),
    exitCode > 1 ? `exit ${exitCode}: ${error}`.slice(0, 90) : '',
  ]
}

/** Each failing finding once, with the runs that had it; returns how many nothing justifies. */
function printFindings(results: readonly Result[]): number {
  const byText = new Map<string, { finding: Finding; runs: string[]; reason: string | undefined }>()
  for (const { name, mode, findings } of results)
    for (const finding of findings.filter(({ isFailing }) => isFailing)) {
      // Numbers of records differ from style to style.
      const key = `${getText(finding).replace(/(?<!DR)\b\d{4,}\b/g, 'N')} ${finding.severity}`
      const reason = getJustification(finding, name)?.contract
      const entry = byText.get(key) ?? { finding, runs: [], reason }
      byText.set(key, { ...entry, runs: [...entry.runs, `${name} ${mode}`], reason: entry.reason && reason })
    }
  for (const { finding, runs, reason } of byText.values()) {
    console.log(`\n${reason ? 'expected' : 'UNEXPECTED'}  ${finding.severity}  ${getText(finding)}`)
    if (reason) console.log(`    ${reason}`)
    console.log(`    in ${runs.length === results.length ? 'every run' : runs.join(', ')}`)
  }
  return [...byText.values()].filter(({ reason }) => !reason).length
}

function describeDrift({ name, mode, findings, error }: Result, inHonest: ReadonlySet<string>): string[] {
  const own = findings.filter(
    finding => drifts[name]?.test(getText(finding)) && !inHonest.has(getText(finding)),
  )
  const found = severities.flatMap(severity => own.filter(one => one.severity === severity))[0]
  const others =
    findings.filter(({ isFailing }) => isFailing).length - own.filter(one => one.isFailing).length
  const verdict = found === undefined ? 'no' : found.isFailing ? 'yes' : 'information only'
  const what = found ? getText(found).slice(0, 90) : error
  return [name, mode, verdict, found?.severity ?? '', String(own.length), String(others), what]
}

const heading = [
  'style',
  'mode',
  'breaking',
  'degraded',
  'information',
  'seconds',
  'exchanges',
  'changed',
  '',
]
const driftHeading = ['drift', 'mode', 'found', 'severity', 'findings', 'other failing', 'the worst']

export async function runHonest(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      honest: { type: 'boolean' },
      only: { type: 'string' },
      mode: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const isWanted = (name: string) => values.only === undefined || values.only.split(',').includes(name)
  const wantedModes = modes.filter(mode => values.mode === undefined || values.mode === mode)
  const results: Result[] = []
  for (const name of styles.filter(isWanted))
    for (const mode of wantedModes) {
      results.push(await check(name, { STYLE: name }, mode))
      process.stderr.write(`${describe(results.at(-1) as Result).join('  ')}\n`)
    }
  const drifted: Result[] = []
  for (const name of Object.keys(drifts).filter(isWanted))
    for (const mode of wantedModes) drifted.push(await check(name, { DRIFT: name }, mode))
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ results, drifted }, null, 2)}\n`)
  if (results.length > 0) {
    console.log(printTable([heading, ...results.map(describe)]))
    const unexpected = printFindings(results)
    const failed = results.filter(({ exitCode }) => exitCode > 1).length
    console.log(`\n${unexpected} failing findings that nothing justifies; ${failed} runs without a verdict.`)
    if (unexpected + failed > 0) process.exitCode = 1
  }
  if (drifted.length === 0) return
  const honest = new Set(
    results.filter(({ name }) => name === 'default').flatMap(one => one.findings.map(getText)),
  )
  console.log(`\n${printTable([driftHeading, ...drifted.map(one => describeDrift(one, honest))])}`)
}
