import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckContext } from './check-context'
import { UsageError } from './errors'
import { writeBaseline } from './findings'
import { type Io, makeProgress, writeText } from './io'
import { CONFIG_FILE } from './options/config'
import { readOptions } from './options/options'
import { counted } from './report/formatting'
import { type ExitCode, exitCodes, getFailing } from './report/report'
import { runCheck } from './run-check'
import { NO_USER_NOTE } from './sources'

const DEFAULT_URL = 'http://localhost:8000/api'
const FIXTURES = 'drift-fixtures.json'
const BASELINE = 'drift-baseline.json'

/** Writes what a repository needs to run the check in CI; overwrites nothing. Throws a UsageError. */
export async function runInit(
  argv: readonly string[],
  io: Io,
  open: () => Promise<CheckContext>,
): Promise<ExitCode> {
  const isGiven = argv.some(word => word.startsWith('--url')) || Boolean(io.env.CONTRACT_DRIFT_URL)
  const hasFixtures = (await exists(FIXTURES)) && !argv.some(word => word.startsWith('--fixtures'))
  const options = readOptions(
    [...argv, ...(isGiven ? [] : ['--url', DEFAULT_URL]), ...(hasFixtures ? ['--fixtures', FIXTURES] : [])],
    io.env,
  )
  if (options.kind !== 'check') return exitCodes.usage
  const { url = DEFAULT_URL } = options
  const command = await findCommand()
  const report = await runCheck(options, await open(), io, makeSilentProgress())
  const [failure] = report.failures
  const failing = getFailing(report)
  const hasFindings = failing.length > 0
  const written: string[] = []
  const unchanged: string[] = []
  const write = async (path: string, text: string) => {
    const isThere = await exists(path)
    if (!isThere) await writeText(path, text)
    ;(isThere ? unchanged : written).push(path)
  }
  const isGitLab = await exists('.gitlab-ci.yml')
  const job = isGitLab ? '.gitlab/drift.yml' : '.github/workflows/drift.yml'
  await write(job, isGitLab ? gitLabJob(command) : gitHubWorkflow(command))
  await write(
    CONFIG_FILE,
    json({ url, wait: 60, fixtures: FIXTURES, ...(hasFindings && { baseline: BASELINE }) }),
  )
  await write(FIXTURES, json(fixtures))
  if (hasFindings) {
    const reason = `there when the check was introduced, ${io.now().toISOString().slice(0, 10)}`
    const text = writeBaseline(failing, [], io.now())
    await write(BASELINE, text.replaceAll('"reason": ""', `"reason": ${JSON.stringify(reason)}`))
  }
  const lines = [
    ...(written.length > 0 ? [`Wrote ${written.join(', ')}.`] : []),
    ...(unchanged.length > 0 ? [`Left as they are: ${unchanged.join(', ')}.`] : []),
    failure === undefined
      ? `${url} answered, ${report.notes.includes(NO_USER_NOTE) ? 'without a login' : 'and the login worked'}; ${hasFindings ? `${counted(failing.length, 'finding')} that would fail the job ${failing.length === 1 ? 'is' : 'are'} in ${BASELINE}` : 'nothing fails'}.`
      : `${report.verdict.sentence} When that is fixed, add a baseline with --write-baseline ${BASELINE}.`,
    'Next:',
    isGitLab
      ? `1. In .gitlab-ci.yml write "include: { local: ${job} }", and in ${job} how your server starts.`
      : `1. In ${job} write how your server starts.`,
    `2. Store a student's user:password in the secret DRIFT_LOGIN, or put test accounts into ${FIXTURES}; nothing is proved without one.`,
    `3. Run the check here: ${command}`,
  ]
  io.out.write(`${lines.join('\n')}\n`)
  return exitCodes.clean
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function makeSilentProgress() {
  return makeProgress({
    write: () => undefined,
    isTerminal: false,
    isQuiet: true,
    columns: 80,
    now: () => 0,
  })
}

/**
 * Runs the tarball in this folder or one below it. A name such as flagship-drift@1.0.0 would let CI run
 * what anybody publishes under it in the public registry.
 */
async function findCommand(): Promise<string> {
  const folders = (await readdir('.', { withFileTypes: true }))
    .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
    .map(entry => entry.name)
  for (const folder of ['.', ...folders]) {
    const names = await readdir(folder).catch((): string[] => [])
    const tarball = names.find(name => /^flagship-drift-.*\.tgz$/.test(name))
    if (tarball) return `npx --yes ./${join(folder, tarball)}`
  }
  throw new UsageError(
    'CI needs the tarball in this repository: copy it to tools/ and run npx --yes ./tools/flagship-drift-1.0.0.tgz init again.',
  )
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const fixtures = {
  $comment:
    'Test accounts by role (student, newcomer, admin, candidate, examinee), such as "student": { "username": "…", "password": "…" }, and values that no answer contains, such as "inviteCode". No real passwords.',
  logins: {},
  values: {},
}

function gitHubWorkflow(command: string): string {
  return `name: drift
on: [push, pull_request]
permissions:
  contents: read
jobs:
  drift:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with: { node-version: 22 }
      - name: Start the server
        run: echo "Write here how the server starts in the background, such as docker compose up --detach"
      - name: Compare the server with the contract
        run: ${command} --format text,github,md --out drift
        env:
          CONTRACT_DRIFT_LOGIN: \${{ secrets.DRIFT_LOGIN }}
      - name: Add the report to the summary
        if: always()
        run: cat drift/contract-drift.md >> "$GITHUB_STEP_SUMMARY" || true
`
}

function gitLabJob(command: string): string {
  return `drift:
  image: node:22
  variables:
    CONTRACT_DRIFT_LOGIN: $DRIFT_LOGIN
  script:
    - echo "Write here how the server starts in the background, or name it under services"
    - ${command} --format text,junit --out drift
  artifacts:
    when: always
    paths: [drift]
    reports: { junit: drift/contract-drift.xml }
`
}
