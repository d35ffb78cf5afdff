import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { sampleReport } from './sample-report'
import { writeSarif } from './sarif'

const text = { type: 'string' }
const level = { enum: ['none', 'note', 'warning', 'error'] }
const bag = {
  type: 'object',
  properties: { tags: { type: 'array', items: text, uniqueItems: true } },
}
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })
const list = (items: unknown, uniqueItems = false) => ({ type: 'array', items, uniqueItems, minItems: 0 })
const only = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: { ...properties, properties: bag },
})

/**
 * The definitions of the OASIS schema (sarif-schema-2.1.0.json) that our report uses, with fewer properties allowed
 * than there: what this takes, the whole schema takes.
 */
const schema = {
  ...only(
    { $schema: { type: 'string', format: 'uri' }, version: { enum: ['2.1.0'] }, runs: list(ref('run')) },
    ['version', 'runs'],
  ),
  $defs: {
    run: only(
      {
        tool: only({ driver: ref('toolComponent') }, ['driver']),
        invocations: list(ref('invocation')),
        columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
        results: list(ref('result')),
      },
      ['tool'],
    ),
    toolComponent: only({ name: text, version: text, rules: list(ref('reportingDescriptor'), true) }, [
      'name',
    ]),
    reportingDescriptor: only(
      {
        id: text,
        name: text,
        shortDescription: ref('multiformatMessageString'),
        fullDescription: ref('multiformatMessageString'),
        help: ref('multiformatMessageString'),
        defaultConfiguration: only({ level }),
      },
      ['id'],
    ),
    multiformatMessageString: only({ text, markdown: text }, ['text']),
    invocation: only(
      {
        executionSuccessful: { type: 'boolean' },
        exitCode: { type: 'integer' },
        exitCodeDescription: text,
        startTimeUtc: { type: 'string', format: 'date-time' },
        toolExecutionNotifications: list(only({ level, message: ref('message') }, ['message'])),
      },
      ['executionSuccessful'],
    ),
    message: only({ text, markdown: text }, ['text']),
    result: only(
      {
        ruleId: text,
        ruleIndex: { type: 'integer', minimum: -1 },
        level,
        message: ref('message'),
        locations: list(ref('location')),
        partialFingerprints: { type: 'object', additionalProperties: text },
        suppressions: list(
          only(
            {
              kind: { enum: ['inSource', 'external'] },
              status: { enum: ['accepted', 'underReview', 'rejected'] },
              justification: text,
            },
            ['kind'],
          ),
          true,
        ),
      },
      ['message'],
    ),
    location: only({
      physicalLocation: only(
        {
          artifactLocation: only({ uri: { type: 'string', format: 'uri-reference' } }),
          region: only({ startLine: { type: 'integer', minimum: 1 } }),
        },
        ['artifactLocation'],
      ),
      logicalLocations: list(only({ name: text, fullyQualifiedName: text, kind: text }), true),
    }),
  },
}

const ajv = addFormats(new Ajv2020({ allErrors: true }) as never) as unknown as Ajv2020
const validate = ajv.compile(schema)

type Log = {
  runs: {
    tool: { driver: { rules: { id: string }[] } }
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[]
    }[]
  }[]
}

test.each([
  ['of all kinds', sampleReport()],
  ['of nothing', sampleReport({ findings: [] })],
  ['of an unreachable target', sampleReport({ failures: ['It does not answer.'] })],
])('SARIF %s is of its form', (_, report) => {
  validate(JSON.parse(writeSarif(report)))
  expect(validate.errors).toBeNull()
})

test('SARIF names each rule once, and each result its own', () => {
  const [run] = (JSON.parse(writeSarif(sampleReport())) as Log).runs
  const rules = run?.tool.driver.rules ?? []
  expect(rules.map(({ id }) => id)).toEqual(['DR04', 'DR21', 'DR25', 'DR31', 'DR56', 'DR64'])
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(rules[ruleIndex]?.id).toBe(ruleId)
  expect(run?.results[0]).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'openapi/schemas/Group.yaml' },
          region: { startLine: 12 },
        },
        logicalLocations: [{ name: 'getGroup' }],
      },
    ],
    partialFingerprints: { 'contractDrift/v1': '00000000000000a1' },
  })
})
