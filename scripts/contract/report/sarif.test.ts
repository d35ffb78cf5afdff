import { expect, test } from 'vitest'
import { sampleReport } from './sample-report'
import { writeSarif } from './sarif'

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

test('SARIF from the bundle names files of this repository in text, not as locations', () => {
  const log = JSON.parse(writeSarif(sampleReport({ isOwnCheckout: false })))
  const [run] = log.runs
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uriBaseId).toBe('CLIENT')
  expect(run.originalUriBaseIds.CLIENT.description.text).toBe("The client's repository")
  expect(run.results[0].message.text).toContain('Promised: openapi/schemas/Group.yaml:12 of')
})

test('SARIF lists each rule once, and each result its rule', () => {
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
