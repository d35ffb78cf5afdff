import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { plain, plainJson } from './formatting'
import { writeJunit } from './junit'
import { writeMarkdown } from './markdown'
import { getExitCode, missedMinimums, type Report } from './report'
import { hostile, sampleFinding, sampleReport } from './sample-report'
import { writeSarif } from './sarif'
import { writeText } from './text'
import { writeGithub, writeJson } from './write-reports'

const writers = {
  text: (report: Report) => writeText(report),
  json: writeJson,
  junit: writeJunit,
  sarif: writeSarif,
  github: writeGithub,
  md: writeMarkdown,
}

/** Except line breaks, which are ours. */
const CONTROL_CHARACTERS = /[^\P{C}\n]|[\u2028\u2029]/u

describe.each(Object.entries(writers))('the %s report', (_, write) => {
  test('contains no terminal control characters from the server', () => {
    expect(hostile).toMatch(CONTROL_CHARACTERS)
    expect(write(sampleReport())).not.toMatch(CONTROL_CHARACTERS)
  })

  test('is valid without findings and ends with a newline', () => {
    const text = write(sampleReport({ findings: [], skipped: [], notes: [], operations: [], minimum: {} }))
    expect(text === '' || text.endsWith('\n')).toBe(true)
  })
})

describe('workflow commands of CI runners', () => {
  test('never start a line of the text', () => {
    const text = writeText(sampleReport({ notes: ['::stop-commands::x', `${'a '.repeat(39)}::error::y`] }))
    expect(text).toContain('\\x3a:stop-commands::x')
    expect(text).not.toMatch(/^\s*::/m)
    expect(text).not.toContain('##[')
  })

  test('come only from the check itself in the annotations', () => {
    const lines = writeGithub(sampleReport()).trimEnd().split('\n')
    expect(lines.every(line => /^::(?:error|warning|notice) (?:\w+=[^:,]*,)*title=[^:,]*::/.test(line))).toBe(
      true,
    )
    expect(lines).toHaveLength(7)
    expect(lines[0]).toBe(
      '::error file=openapi/schemas/Group.yaml,line=12,title=DR21 GET /groups/{id}%3A required answer field removed (answer 200 /name)::At /name a required field is promised, none came. Send the field in every answer. Screens: /group/$groupId, /groups.',
    )
    const [far] = writeGithub(sampleReport({ isOwnCheckout: false })).split('\n')
    expect(far).toMatch(/^::error title=DR21 .* Promised: openapi\/schemas\/Group\.yaml:12 of the client\.$/)
    expect(lines.at(-2)).toContain('97.1 %25 of operations were seen')
  })
})

describe('the JSON report', () => {
  const ajv = addFormats(new Ajv2020({ strict: true, allErrors: true }) as never) as unknown as Ajv2020
  const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'))
  const validate = ajv.compile(schema)

  test.each([
    ['findings of all kinds', sampleReport()],
    ['no findings', sampleReport({ findings: [] })],
    ['an unreachable target', sampleReport({ failures: ['https://stage.example does not answer.'] })],
  ])('matches the schema (%s)', (_, report) => {
    validate(JSON.parse(writeJson(report)))
    expect(validate.errors).toBeNull()
  })

  test('keeps its enumerated values', () => {
    const { findings } = JSON.parse(writeJson(sampleReport())) as Report
    expect(findings[2]?.witness).toEqual({ [hostile]: hostile })
    expect(JSON.parse(writeJson(sampleReport()))).toMatchObject({
      exitCode: 1,
      counts: { breaking: 1, degraded: 2, information: 2, assumed: 1, accepted: 1, failing: 3 },
      coverage: { properties: { percent: 59, seen: 59 } },
    })
  })
})

describe('the text report', () => {
  const text = writeText(sampleReport())

  test('fits into 80 columns except for text to copy', () => {
    const long = text
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .filter(line => line.length > 80)
    expect(long.every(line => line.startsWith('    curl') || line.includes('error'))).toBe(true)
  })

  const headings = (report: string) =>
    report.match(
      /^(?:BREAKING|DEGRADED|INFORMATION|ON ASSUMED PARTS|Found, and|Accepted|Coverage|Not tested|Notes).*$/gm,
    )

  test('lists what fails first, in sections with the counts of the verdict, then what is accepted', () => {
    const rest = ['Accepted by the baseline', 'Coverage', 'Not tested', 'Notes']
    const harmless = 'Found, and not failing the run'
    expect(headings(text)).toEqual(['BREAKING (1)', 'DEGRADED (2)', harmless, ...rest])
    const whole = writeText(sampleReport({}), { isVerbose: true })
    expect(headings(whole)).toEqual(['BREAKING (1)', 'DEGRADED (2)', 'INFORMATION (2)', ...rest])
    const uncounted = sampleReport({ threshold: { failOn: 'degraded', isAssumedCounted: false } })
    expect(headings(writeText(uncounted))).toEqual(['BREAKING (1)', 'DEGRADED (1)', harmless, ...rest])
    const own = ['BREAKING (1)', 'DEGRADED (1)', 'INFORMATION (2)', 'ON ASSUMED PARTS (1)']
    expect(headings(writeText(uncounted, { isVerbose: true }))).toEqual([...own, ...rest])
  })

  test('says what a student notices, and names the call by its curl command alone', () => {
    const evidence = [{ origin: 'probe: getGroup: the open groups', status: 200, curl: 'curl /leaderboard' }]
    const finding = sampleFinding({
      driftId: 'DR63',
      fingerprint: 'd'.repeat(16),
      screens: ['/groups'],
      evidence,
    })
    const report = writeText(sampleReport({ findings: [finding] }))
    expect(report).toContain('  See      own request: the open groups -> 200\n    curl /leaderboard')
    expect(report).toContain(
      '  Screens  /groups\n  Student  Something is missing or wrong, but the page works.',
    )
  })

  test('lists one cause once, with all its places and what follows from it', () => {
    expect(text.match(/DR21/g)).toHaveLength(1 + 1) // Its block, and the unused entry of the baseline.
    expect(text).toContain('  Also in  GET /groups/{id}/attempts/start\n')
    expect(text).toContain('  Follows  DR60 operation:')
  })

  test('ends with the verdict', () => {
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'Drift: 1 breaking and 2 degraded findings, and 2 that do not fail the run (1 more finding is accepted by the baseline). 1 entry of the baseline has expired.',
    )
  })

  test('has colours only on request', () => {
    expect(text).not.toContain('\u001b')
    expect(writeText(sampleReport(), { isColored: true })).toContain('\u001b[31mbreaking\u001b[0m')
  })
})

test('Markdown contains no link, mention, reference or tag from the server', () => {
  const text = writeMarkdown(
    sampleReport({
      notes: ['see https://evil.example, www.evil.example @team #12 <img src=x> [a](b) `c` ```'],
    }),
  )
  expect(text).toContain(
    '- see https:<!-- -->//evil.example, www<!-- -->.evil.example @<!-- -->team #<!-- -->12 &lt;img src=x&gt; \\[a\\](b) \\`c\\` \\`\\`\\`',
  )
  expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  const ticks = '```'
  const fenced = writeMarkdown(
    sampleReport({
      findings: [
        sampleFinding({
          driftId: 'DR38',
          fingerprint: 'b'.repeat(16),
          evidence: [{ curl: 'curl', origin: 'x', excerpt: `${ticks}\n@all` }],
        }),
      ],
    }),
  )
  expect(fenced).toContain(`\n${ticks}\`\n${ticks}\n@all\n${ticks}\`\n`)
})

test('Markdown of 1,000 findings fits into a comment', () => {
  const findings = Array.from({ length: 1000 }, (_, index) =>
    sampleFinding({
      driftId: 'DR45',
      fingerprint: index.toString(16).padStart(16, '0'),
      what: `${index} ${'x'.repeat(300)}`,
    }),
  )
  const text = writeMarkdown(sampleReport({ findings }))
  expect(text.length).toBeLessThan(65_536)
  expect(text).toContain('960 more findings are in the other reports.')
})

describe('the exit code', () => {
  const degraded = sampleFinding({ driftId: 'DR56', fingerprint: 'c'.repeat(16) })
  const full = { seen: 1, all: 1, missed: [] }
  const enough = { operations: full, statuses: full, properties: full, details: full }
  const few = { ...enough, properties: { seen: 1, all: 2, missed: ['x'] } }

  test.each<[string, number, Parameters<typeof sampleReport>[0]]>([
    [
      'a finding below the threshold',
      0,
      { findings: [degraded], threshold: { failOn: 'breaking', isAssumedCounted: true } },
    ],
    ['on an assumed part', 1, { findings: [{ ...degraded, isAssumed: true }] }],
    [
      'on an assumed part with --assumed tell',
      0,
      {
        findings: [{ ...degraded, isAssumed: true }],
        threshold: { failOn: 'degraded', isAssumedCounted: false },
      },
    ],
    ['no response, and a finding', 3, { findings: [degraded], failures: ['It does not answer.'] }],
    ['coverage below the minimum and drift', 1, { findings: [degraded], coverage: few }],
  ])('%s: %i', (_, code, changes) => {
    const report = sampleReport({ coverage: enough, ...changes })
    expect(getExitCode(report)).toBe(code)
    expect(report.verdict.exitCode).toBe(code)
    expect(report.verdict.sentence).toMatch(/^(?:No drift|Drift|Clean|Inconclusive)[^\n]*\.$/)
  })
})

test('a minimum counts what is within reach, and the report lists the rest with its reason', () => {
  const report = sampleReport()
  const reach =
    '20 of 29 within reach; 1 more cannot be reached from outside: "lms disabled" (the LMS would have to be off)'
  expect(writeText(report, { columns: 200 }).replaceAll(/\s+/g, ' ')).toContain(`66.6 % 20 of 30 ${reach}`)
  expect(writeMarkdown(report)).toContain(`error details: ${reach}.`)
  expect(missedMinimums(report.coverage, { details: 68.9 })).toEqual([])
  expect(missedMinimums(report.coverage, { details: 69 })).toEqual([
    '68.9 % of error details within reach were seen, 69 % are required',
  ])
})

test('plain text and plain JSON', () => {
  expect(plain('a\u001b[31m\u0007\u202eb\n')).toBe('a\\x1b[31m\\x07\\u202eb\\n')
  expect(plain('Привет, 你好 ✓ 👍')).toBe('Привет, 你好 ✓ 👍')
  expect(plainJson({ a: '\u009b\u2028\u{e0041}' })).toBe('{"a":"\\u009b\\u2028\\udb40\\udc41"}')
})

test('a clean run is told in 25 lines, however much was left out', () => {
  const findings = Array.from({ length: 9 }, (_, index) =>
    sampleFinding({ driftId: 'DR23', severity: 'information', fingerprint: `${index}`.repeat(16) }),
  )
  const skipped = Array.from({ length: 30 }, (_, index) => ({
    step: `GET /${index}`,
    why: `reason ${index} ${'long '.repeat(40)}`,
  }))
  const notes = Array.from({ length: 8 }, (_, index) => `note ${index} ${'long '.repeat(40)}`)
  const report = sampleReport({ findings, skipped, notes, minimum: {} })
  expect(report.verdict.exitCode).toBe(0)
  const lines = writeText(report).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(25)
  expect(lines.filter(line => line.includes('more (--verbose)'))).toHaveLength(3)
  expect(writeText(report, { isVerbose: true }).split('\n').length).toBeGreaterThan(60)
})
