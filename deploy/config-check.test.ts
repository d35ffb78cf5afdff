import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from '../src/api/config'
import { ConfigError } from '../src/api/config-error'

const file = (path: string) => new URL(path, import.meta.url).pathname
const sample = JSON.parse(readFileSync(file('../public/config.json'), 'utf8'))
const both = { ru: 'а', en: 'b' }
/** Every field, and short, because each of its parts is replaced by each value. */
const whole = {
  is_sample: true,
  contacts: [
    {
      title: both,
      fields: [
        { label: both, value: both },
        { label: both, value: 'x', kind: 'email' },
      ],
    },
  ],
  legal: {
    updated: '2026-11-01',
    documents: [
      { id: 'personal-data', title: both, text: both },
      { id: 'terms', title: both, text: both },
    ],
  },
  time_zone: 'Europe/Moscow',
  exam: {
    report: { text: both, email: 'a@b.example', url: 'https://a.example/x' },
    holidays: ['2026-11-04', '2027-01-01'],
    working_days: ['2026-11-07'],
  },
  vitals_path: '/vitals',
  lms: { name: both, login_url: 'http://localhost:1/x' },
  notice: {
    text: both,
    level: 'warning',
    from: '2026-12-01T22:00:00+03:00',
    until: '2026-12-01T23:00Z',
    link: 'https://a.example/x',
  },
}

const hasJq = spawnSync('jq', ['--version']).status === 0

/** The paths of the fields that `start.sh check` refuses. */
function checkFields(configs: unknown[]): string[][] {
  const rules = readFileSync(file('./nginx/config.jq'), 'utf8').replace(
    /(?<=\n)(?=optional\("is_sample")/,
    '[',
  )
  const { stdout, stderr } = spawnSync('jq', ['-c', `${rules}]`], {
    input: configs.map(config => JSON.stringify(config)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  expect(stderr).toBe('')
  const answers = stdout.trim().split('\n')
  return answers.map(answer => JSON.parse(answer).map((line: string) => line.split(': ')[0]))
}

function parseFields(config: unknown): string[] {
  try {
    parseConfig(config)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.fields.map(({ path }) => path)
  }
}

type Step = string | number

/** The paths of everything in a value but the two lists of origins, which `origins.jq` judges. */
function pathsIn(value: unknown): Step[][] {
  if (typeof value !== 'object' || value === null) return []
  const keys: Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys
    .filter(key => !String(key).endsWith('_origins'))
    .flatMap(key => [[key], ...pathsIn(Reflect.get(value, key)).map(path => [key, ...path])])
}

/** As read from a file, with something else at a path; undefined leaves a field out, and an item becomes null. */
function change(value: unknown, path: Step[], to: unknown): unknown {
  const copy = structuredClone(value)
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<unknown>((part, key) => Reflect.get(part as object, key), copy)
  Reflect.set(parent as object, last, to)
  return JSON.parse(JSON.stringify(copy))
}

/** Values in place of any field. */
const wrongValues = [
  undefined,
  null,
  4,
  true,
  '',
  ' ',
  'x',
  'main',
  'Europe/Moscow',
  'Moscow',
  '31.12.2026',
  '2026-02-03',
]
const moreValues = [
  '/x/../y',
  '/api',
  'http://a.example',
  'https://a.example',
  'https://u:p@a.example',
  'a@b.example',
  'x'.repeat(4001),
]

describe('start.sh check refuses the fields of config.json that the application refuses', () => {
  beforeEach(({ skip }) => skip(!hasJq, 'jq is not installed'))

  it('and none of the sample', () => {
    expect([checkFields([sample, whole]), parseFields(whole)]).toEqual([[[], []], []])
  })

  it('whatever stands in place of each', () => {
    const cases = pathsIn(whole).flatMap(path =>
      [...wrongValues, ...moreValues].map(to => ({
        path: path.join('.'),
        to,
        config: change(whole, path, to),
      })),
    )
    const found = checkFields(cases.map(({ config }) => config))
    const differ = cases.flatMap(({ path, to, config }, at) => {
      const [ours, theirs] = [found[at] ?? [], parseFields(config)]
      // The application names a missing object, the check its parts, or the other way round.
      const isSame = (ours.length === 0) === (theirs.length === 0)
      return isSame ? [] : [{ path, to, ours, theirs }]
    })
    expect(differ).toEqual([])
  }, 60_000)

  it('by the same path', () => {
    for (const [path, to] of [
      ['contacts.0.title.en', ''],
      ['contacts.0.fields.0.value', 4],
      ['legal.updated', '31.12.2026'],
      ['exam.holidays.1', '31.12.2026'],
      ['time_zone', 'Moscow'],
      ['lms.login_url', 'http://a.example'],
      ['notice.until', '2026-12-01T23:00'],
    ] as const) {
      const config = change(whole, path.split('.'), to)
      expect(checkFields([config])[0]?.[0]).toContain(path)
      expect(parseFields(config)[0]).toContain(path)
    }
  })
})
