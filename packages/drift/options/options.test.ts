import { describe, expect, test } from 'vitest'
import { helpText, optionRows } from './option-table'
import { readOptions } from './options'

const url = 'https://stage.example/api'

describe('parseOptions', () => {
  test('a URL alone means its document and read-only requests', () => {
    expect(readOptions(['--url', `${url}/`])).toEqual({
      kind: 'check',
      url,
      spec: 'auto',
      live: 'readonly',
      recordings: [],
      only: [],
      skip: [],
      waitSeconds: 0,
      logins: {},
      headers: {},
      plan: 'full',
      seed: 1,
      requestsPerSecond: 50,
      isRateEnforced: false,
      maxSeconds: 120,
      failOn: 'degraded',
      isAssumedCounted: true,
      minimum: {},
      formats: ['text'],
      isQuiet: false,
      isVerbose: false,
    })
  })

  test.each([
    [['--spec', 'openapi.json'], { spec: 'openapi.json', live: 'off' }],
    [
      ['--har', 'a.har', 'b.ndjson', '--har', 'c.har'],
      { recordings: ['a.har', 'c.har', 'b.ndjson'], live: 'off' },
    ],
    [['--url', url, '--proxy', '4040'], { proxy: { port: 4040 }, live: 'off' }],
    [['--url', url, '--proxy', '4040', '--live', 'full', '--spec', 'auto'], { live: 'full', spec: 'auto' }],
    [['--url', url, '--live', 'off'], { live: 'off', spec: 'auto' }],
    [['--url', url, '--fail-on', 'any'], { failOn: 'information' }],
    [['--url', url, '--assumed', 'tell'], { isAssumedCounted: false }],
    [
      ['--url', url, '--min-coverage', 'ops=100, props=59.5'],
      { minimum: { operations: 100, properties: 59.5 } },
    ],
    [['--url', url, '--format', 'JSON,sarif,json', '--out', 'x'], { formats: ['json', 'sarif'], out: 'x' }],
    [['--url', url, '--format', 'text,github'], { formats: ['text', 'github'] }],
    [['--url', url, '--login', 'a:b:c'], { logins: { student: { username: 'a', password: 'b:c' } } }],
    [['--url', url, '--login', 'admin=a:b=c'], { logins: { admin: { username: 'a', password: 'b=c' } } }],
    [
      ['--url', url, '--login-env', 'WHO'],
      { logins: { student: { username: 'ann', password: 'pass word' } } },
    ],
    [['--url', url, '--token-env', 'admin=KEY'], { logins: { admin: { token: 't0ken' } } }],
    [
      ['--url', url, '--seed', '7', '--rate', '0.5', '--timeout', '10'],
      { seed: 7, requestsPerSecond: 0.5, isRateEnforced: true, maxSeconds: 10 },
    ],
  ])('%j', (argv, expected) => {
    expect(readOptions(argv, { WHO: 'ann:pass word', KEY: ' t0ken\n' })).toMatchObject(expected)
  })

  test('environment variables apply only to absent options', () => {
    const env = {
      CONTRACT_DRIFT_URL: url,
      CONTRACT_DRIFT_LOGIN: 'ann:one',
      CONTRACT_DRIFT_FIXTURES: 'people.json',
    }
    const ann = { username: 'ann', password: 'one' }
    expect(readOptions([], env)).toMatchObject({ url, logins: { student: ann }, fixtures: 'people.json' })
    const named = readOptions(['--url', 'http://localhost:8000', '--login', 'admin=bob:two'], env)
    expect(named).toMatchObject({ url: 'http://localhost:8000', logins: { admin: { username: 'bob' } } })
    expect(named).not.toHaveProperty('logins.student')
  })

  test.each([
    [['--explain', 'dr21'], { kind: 'explain', id: 'DR21' }],
    [['--explain', 'all'], { kind: 'explain', id: 'all' }],
    [['--nothing-else', '--help'], undefined],
    [['--help', '--url', 'nonsense'], { kind: 'help' }],
    [['--version'], { kind: 'version' }],
  ])('%j prints text instead of running a check', (argv, expected) => {
    if (expected) expect(readOptions(argv)).toEqual(expected)
    else expect(() => readOptions(argv)).toThrow('There is no option --nothing-else')
  })
})

describe('rejects invalid options with one sentence', () => {
  test.each([
    [
      [],
      'There is nothing to check: give --url (the server), --spec (its document) or --har (recorded traffic).',
    ],
    [['--formt', 'json'], 'There is no option --formt; did you mean --format?'],
    [['--formt=json'], 'There is no option --formt; did you mean --format?'],
    [['--min-cov', 'ops=1'], 'There is no option --min-cov; did you mean --min-coverage?'],
    [['--zzz'], 'There is no option --zzz; --help lists all options.'],
    [['-u', url], 'There is no option -u; --help lists all options.'],
    [['--url'], '--url needs a value: --url URL.'],
    [['--url', '--spec', 'auto'], '--url needs a value: --url URL.'],
    [['--url='], '--url needs a value: --url URL.'],
    [['--quiet=1'], '--quiet takes no value.'],
    [['--url', url, '--url', url], '--url is given twice; keep one.'],
    [
      ['--url', 'stage.example'],
      '--url takes an http or https address such as https://stage.example/api, not "stage.example".',
    ],
    [
      ['--url', 'https://u:p@stage.example'],
      '--url must not hold a user or a password; give them by --login-env.',
    ],
    [['--url', `${url}?a=1`], '--url takes a base path without ? and #, such as https://stage.example/api.'],
    [['--live', 'full'], '--live full needs --url: the base path of the server.'],
    [['--spec', 'auto'], '--spec auto needs --url: the base path of the server.'],
    [['--proxy', '4040'], '--proxy needs --url: the base path of the server.'],
    [['--url', url, '--record', 'x'], '--record names the file of --proxy; give a port with --proxy 4040.'],
    [['--url', url, '--proxy', '70000'], '--proxy takes a number from 1 to 65535, not "70000".'],
    [
      ['--url', url, '--live', 'readonyl'],
      '--live takes readonly, full or off, not "readonyl" (did you mean readonly?).',
    ],
    [['--url', url, '--seed', '1.5'], '--seed takes a whole number, not "1.5".'],
    [['--url', url, '--rate', '0'], '--rate takes a number from 0.1 to 10000, not "0".'],
    [
      ['--url', url, '--format', 'jsno', '--out', 'x'],
      '--format takes text, json, junit, sarif, github or md, not "jsno" (did you mean json?).',
    ],
    [['--url', url, '--format', ','], '--format takes text, json, junit, sarif, github or md.'],
    [
      ['--url', url, '--format', 'json,sarif'],
      '--format json,sarif makes several reports; give their folder with --out DIR.',
    ],
    [
      ['--url', url, '--format', 'github,sarif'],
      '--format github,sarif would mix two formats; give the folder of the file with --out DIR.',
    ],
    [
      ['--url', url, '--min-coverage', 'op=5'],
      '--min-coverage knows ops, statuses, props or details, not "op" (did you mean ops?).',
    ],
    [
      ['--url', url, '--min-coverage', 'ops=101'],
      '--min-coverage ops takes a percentage from 0 to 100, such as ops=80.',
    ],
    [['--min-coverage', 'foo=3'], '--min-coverage knows ops, statuses, props or details, not "foo".'],
    [['--url', url, 'stray'], '"stray" belongs to no option; --help lists them.'],
    [['--explain', 'DR99'], 'There is no class of drift "DR99"; --explain all lists them.'],
    [['--url', url, '--login-env', 'NOPE'], 'The environment variable NOPE of --login-env is not set.'],
    [['--url', url, '--login-env', 'EMPTY'], 'The environment variable EMPTY of --login-env is empty.'],
    [
      ['--url', url, '--login-env', 'ann:hunter2'],
      '--login-env takes the name of an environment variable, not the secret itself.',
    ],
    [['--url', url, '--login', 'hunter2'], '--login must hold user:password, with a colon between them.'],
    [
      ['--url', url, '--login', 'studnet=ann:hunter2'],
      '--login names an unknown role before the "=" (did you mean student?); the roles are student, newcomer, admin, candidate or examinee.',
    ],
  ])('%j', (argv, sentence) => {
    expect(() => readOptions(argv, { EMPTY: '' })).toThrow(
      expect.objectContaining({ name: 'UsageError', message: sentence }),
    )
  })
})

test('an empty default login, as CI passes a missing secret, is none', () => {
  expect(readOptions(['--url', url], { CONTRACT_DRIFT_LOGIN: '' })).toMatchObject({ logins: {} })
  expect(readOptions(['--url', url], { CONTRACT_DRIFT_LOGIN: '', CONTRACT_DRIFT_TOKEN: 't' })).toMatchObject({
    logins: { student: { token: 't' } },
  })
})

test('the help lists every option within 80 columns', () => {
  const text = helpText()
  for (const { name } of optionRows) expect(text).toMatch(new RegExp(`^  --${name}(?: |$)`, 'm'))
  expect(text.split('\n').filter(line => line.length > 80)).toEqual([])
})

test('headers come from the command line and, one a line, from the environment', () => {
  const env = { CONTRACT_DRIFT_HEADERS: 'X-Stage-Key: abc: def\n\nx-team:blue' }
  expect(readOptions(['--url', url, '--header', 'Authorization: Basic YTpi'], env)).toMatchObject({
    headers: { authorization: 'Basic YTpi', 'x-stage-key': 'abc: def', 'x-team': 'blue' },
  })
  expect(() => readOptions(['--url', url, '--header', 'a-secret-without-a-name'])).toThrow(
    /^--header takes a name and a value, such as "x-stage-key: …"\.$/,
  )
})
