import { type DriftId, driftClasses } from '../../contract/validator/drift-classes'
import { wrap } from '../report/formatting'

type OptionRow = {
  readonly name: string
  /** Placeholder of the value; absent for a flag. */
  readonly value?: string
  readonly isRepeatable?: true
  readonly help: string
}

type OptionGroup = { readonly title: string; readonly rows: readonly OptionRow[] }

/** Every option in the order of the help. */
const optionGroups: readonly OptionGroup[] = [
  {
    title: 'Sources',
    rows: [
      {
        name: 'url',
        value: 'URL',
        help: 'the base path of the server, such as https://stage.example/api (or CONTRACT_DRIFT_URL)',
      },
      {
        name: 'spec',
        value: 'auto|URL|FILE',
        help: "the backend's own OpenAPI document, JSON or YAML; auto (default with --url) looks for openapi.json beside and above the base path",
      },
      {
        name: 'live',
        value: 'readonly|full|off',
        help: 'send requests to the server: readonly (default with --url) changes nothing; full also writes, starts labs and exams: for a staging server only',
      },
      {
        name: 'har',
        value: 'FILE',
        isRepeatable: true,
        help: 'recorded traffic, .har or .ndjson of --proxy; may be repeated, more files may follow',
      },
      {
        name: 'proxy',
        value: 'PORT',
        help: 'run a proxy to --url on this port, record the traffic (secrets masked) until Ctrl+C or SIGTERM, then check it',
      },
      {
        name: 'record',
        value: 'FILE',
        help: 'the file to which --proxy appends; by default a new contract-traffic.ndjson, below --out if that is given',
      },
      {
        name: 'contract',
        value: 'FILE|URL',
        help: 'another OpenAPI 3.0 or 3.1 contract instead of the built-in one; documents and recorded traffic only',
      },
      {
        name: 'only',
        value: 'TAG|operationId,…',
        isRepeatable: true,
        help: 'report only drift of these operations',
      },
      {
        name: 'skip',
        value: 'TAG|operationId,…',
        isRepeatable: true,
        help: 'do not report drift of these operations',
      },
      {
        name: 'config',
        value: 'FILE',
        help: 'JSON with these options by name; flagship-drift.json in the working folder is read by default',
      },
    ],
  },
  {
    title: 'Accounts',
    rows: [
      {
        name: 'login-env',
        value: 'VAR',
        isRepeatable: true,
        help: 'the environment variable that holds [role=]user:password; CONTRACT_DRIFT_LOGIN is read by default',
      },
      {
        name: 'token-env',
        value: '[role=]VAR',
        isRepeatable: true,
        help: 'the environment variable that holds an access token; CONTRACT_DRIFT_TOKEN is read by default',
      },
      {
        name: 'login',
        value: '[role=]user:password',
        isRepeatable: true,
        help: 'the same on the command line, for local use only: CI logs show command lines',
      },
      {
        name: 'header',
        value: 'NAME:VALUE',
        isRepeatable: true,
        help: 'a header of every request, such as that of a gateway; CONTRACT_DRIFT_HEADERS, one a line, keeps secrets out of logs',
      },
      {
        name: 'ca',
        value: 'FILE',
        help: 'certificates (PEM) that are trusted besides those of Node, for a self-signed server; on the command line alone',
      },
      {
        name: 'fixtures',
        value: 'FILE',
        help: 'JSON with accounts and values that no response contains: a right flag, an unverified account (or CONTRACT_DRIFT_FIXTURES)',
      },
    ],
  },
  {
    title: 'Requests',
    rows: [
      {
        name: 'plan',
        value: 'smoke|full|FILE',
        help: 'how many requests: every call once, or all (default); or a module such as plan.mjs with a plan of your own',
      },
      { name: 'seed', value: 'N', help: 'the same seed sends the same requests; 1 by default' },
      {
        name: 'rate',
        value: 'N',
        help: 'maximum requests per second; 50 by default, without a limit for a loopback address',
      },
      {
        name: 'timeout',
        value: 'S',
        help: 'time limit for all requests together, in seconds; 120 by default',
      },
      { name: 'wait', value: 'S', help: 'wait up to so many seconds until the server answers' },
    ],
  },
  {
    title: 'What fails the run',
    rows: [
      {
        name: 'fail-on',
        value: 'breaking|degraded|any',
        help: 'lowest severity that fails the run; degraded by default',
      },
      {
        name: 'assumed',
        value: 'count|tell',
        help: 'whether drift on what the contract itself only assumes fails the run (count, default) or is only reported (tell)',
      },
      {
        name: 'min-coverage',
        value: 'ops=N,statuses=N,props=N,details=N',
        help: 'minimum coverage in percent, any of them; none by default',
      },
      {
        name: 'baseline',
        value: 'FILE',
        help: 'known and accepted drift, with reasons and expiry dates',
      },
      {
        name: 'write-baseline',
        value: 'FILE',
        help: 'write all findings as a baseline; fill in the reasons',
      },
    ],
  },
  {
    title: 'Output',
    rows: [
      {
        name: 'format',
        value: 'text,json,junit,sarif,github,md',
        help: 'text by default; several need --out (github goes beside text)',
      },
      {
        name: 'out',
        value: 'DIR',
        help: 'write contract-drift.{txt,json,xml,sarif,md} there; standard output keeps the text',
      },
      { name: 'explain', value: 'DR21', help: 'explain a class of drift and what to do; all lists them' },
      { name: 'quiet', help: 'no progress, and of the text only the verdict' },
      { name: 'verbose', help: 'name every request that was not sent, instead of how many' },
      { name: 'version', help: 'print the version' },
      { name: 'help', help: 'print this' },
    ],
  },
]

export const optionRows: readonly OptionRow[] = optionGroups.flatMap(({ rows }) => rows)

const examples = `Reports where a server deviates from the contract of the Flagship client.

  flagship-drift --url https://stage.example/api --login-env STAGE_LOGIN
  flagship-drift --spec openapi.json
  flagship-drift --har e2e.har
  flagship-drift init --url http://localhost:8000/api

init writes a CI job, a configuration, fixtures and, if the server answers, a
first baseline; it overwrites nothing.
`

const endings = `Exit codes: 0 clean, 1 drift, 2 options, files or contract unusable, 3 target
unreachable or login failed, 4 coverage below the minimum.
Environment: CONTRACT_DRIFT_URL, CONTRACT_DRIFT_LOGIN, CONTRACT_DRIFT_TOKEN and
CONTRACT_DRIFT_FIXTURES stand for absent options; NO_COLOR and FORCE_COLOR.
The command line wins over the environment, and both over the configuration.`

export function helpText(): string {
  const groups = optionGroups.map(({ title, rows }) => {
    const lines = rows.flatMap(({ name, value, help }) => {
      const head = `  --${name}${value === undefined ? '' : ` ${value}`}`
      return [head, ...wrap(help, 80, '      ')]
    })
    return [`${title}:`, ...lines].join('\n')
  })
  return [examples, ...groups, endings].join('\n\n').replace('\n\n\n', '\n\n')
}

export function explain(id: DriftId | 'all'): string {
  if (id === 'all') {
    return Object.entries(driftClasses)
      .map(([name, { title, severity }]) => `${name}  ${severity.padEnd(11)}  ${title}`)
      .join('\n')
  }
  const { title, severity, advice } = driftClasses[id]
  const meaning = {
    breaking: 'A screen or a flow of the client breaks.',
    degraded: 'The client goes on, but shows or does something wrong.',
    information: 'No user notices; the contract and the server only differ.',
  }[severity]
  return [
    `${id} ${title}`,
    '',
    ...wrap(`Usually ${severity}: ${meaning}`, 80),
    ...wrap(`To do: ${advice}`, 80),
    ...wrap('If it is intended: --write-baseline FILE accepts it; send the report with it.', 80),
  ].join('\n')
}
