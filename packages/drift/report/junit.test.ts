// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { writeJunit } from './junit'
import { hostile, sampleReport } from './sample-report'
import { writeSarif } from './sarif'

/** Children and attributes that the schema of Jenkins' xUnit plugin (junit-10.xsd) allows. */
const rules: Record<string, { inside: string[]; needs: string[]; may: string[]; hasText?: true }> = {
  testsuites: { inside: ['testsuite'], needs: [], may: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    inside: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    needs: ['name', 'tests', 'failures', 'errors'],
    may: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
  },
  testcase: {
    inside: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
    needs: ['name'],
    may: ['time', 'classname', 'group'],
  },
  failure: { inside: [], needs: [], may: ['type', 'message'], hasText: true },
  error: { inside: [], needs: [], may: ['type', 'message'], hasText: true },
  skipped: { inside: [], needs: [], may: ['type', 'message'], hasText: true },
  'system-out': { inside: [], needs: [], may: [], hasText: true },
}

/** XML that is not well-formed becomes a `parsererror`. */
const parse = (xml: string) => new DOMParser().parseFromString(xml, 'text/xml').documentElement
const getAttributes = ({ attributes }: Element) =>
  Object.fromEntries([...attributes].map(({ name, value }) => [name, value]))

function findProblems(element: Element): string[] {
  const name = element.tagName
  const rule = rules[name]
  if (!rule) return [`<${name}> is unknown`]
  const attributes = getAttributes(element)
  const children = [...element.children]
  const text = [...element.childNodes].map(node => (node.nodeType === 3 ? node.nodeValue : '')).join('')
  return [
    ...rule.needs.filter(key => attributes[key] === undefined).map(key => `<${name}> needs ${key}`),
    ...Object.keys(attributes)
      .filter(key => ![...rule.needs, ...rule.may].includes(key))
      .map(key => `<${name}> has ${key}`),
    ...(attributes.time === undefined || /^\d+\.\d{3}$/.test(attributes.time)
      ? []
      : [`time ${attributes.time}`]),
    ...(rule.hasText || text.trim() === '' ? [] : [`<${name}> has text`]),
    ...children
      .filter(child => !rule.inside.includes(child.tagName))
      .map(child => `<${child.tagName}> in <${name}>`),
    ...children.flatMap(findProblems),
  ]
}

const count = (element: Element, name: string) => element.getElementsByTagName(name).length

describe('JUnit', () => {
  test.each([
    ['findings of all kinds', sampleReport()],
    ['no findings', sampleReport({ findings: [], operations: [], minimum: {} })],
    ['an unreachable target', sampleReport({ failures: ['It does not answer.'] })],
  ])('matches the schema and has the right counts (%s)', (_, report) => {
    const document = parse(writeJunit(report))
    expect(document.tagName).toBe('testsuites')
    expect(findProblems(document)).toEqual([])
    for (const element of [document, ...document.children]) {
      const { tests, failures, errors, skipped } = getAttributes(element)
      expect(Number(tests)).toBe(count(element, 'testcase'))
      expect(Number(failures)).toBe(count(element, 'failure'))
      expect(Number(errors)).toBe(count(element, 'error'))
      if (skipped !== undefined) expect(Number(skipped)).toBe(count(element, 'skipped'))
    }
  })

  test('has one case for each clean operation and for each finding', () => {
    const [contract] = parse(writeJunit(sampleReport())).children
    const cases = [...(contract?.children ?? [])].map(
      one => `${one.getAttribute('name')?.slice(0, 24)}: ${one.children[0]?.tagName ?? 'passed'}`,
    )
    expect(cases).toEqual([
      'DR21 GET /groups/{id}: r: failure',
      'DR56 GET /groups/{id}: c: failure',
      'DR31 GET /groups/{id}: o: system-out',
      'DR25 GET /groups/{id}: s: failure',
      'DR64 GET /groups/{id}: a: skipped',
      'GET /groups: passed',
      'POST /feedback: skipped',
      'DR04 undocumented operat: system-out',
    ])
  })

  test('escapes text of the server instead of failing', () => {
    const { textContent, outerHTML } = parse(writeJunit(sampleReport()))
    expect(textContent).toContain('<b>')
    expect(outerHTML).not.toContain(hostile)
    expect(parse(writeJunit(sampleReport()).replace('&amp;', '&')).outerHTML).toContain('parsererror')
  })
})

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
      { logicalLocations: [{ name: 'startAttempt' }] },
    ],
    partialFingerprints: { 'contractDrift/v2': '00000000000000a1' },
  })
})
