import { describe, expect, test } from 'vitest'
import { writeJunit } from './junit'
import { hostile, sampleReport } from './sample-report'

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

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

function parse(xml: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  expect(xml.startsWith(declaration)).toBe(true)
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const pieces = xml
    .slice(declaration.length)
    .matchAll(/<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|([\s\S])/g)
  for (const [whole, close, name, attributes = '', empty, text, wrong] of pieces) {
    const top = open.at(-1)
    if (!top || wrong !== undefined) throw new SyntaxError(`at ${whole}`)
    if (text !== undefined) top.text += decoded(text)
    else if (close) {
      if (top.name !== name) throw new SyntaxError(`${name} closes ${top.name}`)
      open.pop()
    } else {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decoded(value),
      ])
      const element: Element = {
        name: name ?? '',
        attributes: Object.fromEntries(pairs),
        children: [],
        text: '',
      }
      if (Object.keys(element.attributes).length !== pairs.length) throw new SyntaxError(`twice in ${whole}`)
      top.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [document] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !document) throw new SyntaxError('not one element')
  return document
}

function decoded(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) throw new SyntaxError(`a bare & in ${text}`)
  return text.replaceAll(/&(\w+);/g, (_, name: string) => names[name] ?? '')
}

function problemsOf(element: Element): string[] {
  const rule = rules[element.name]
  if (!rule) return [`<${element.name}> is unknown`]
  const { name, attributes, children, text } = element
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
      .filter(child => !rule.inside.includes(child.name))
      .map(child => `<${child.name}> in <${name}>`),
    ...children.flatMap(problemsOf),
  ]
}

function count(element: Element, name: string): number {
  return element.children.reduce((sum, child) => sum + (child.name === name ? 1 : 0) + count(child, name), 0)
}

describe('JUnit', () => {
  test.each([
    ['findings of all kinds', sampleReport()],
    ['no findings', sampleReport({ findings: [], operations: [], minimum: {} })],
    ['an unreachable target', sampleReport({ failures: ['It does not answer.'] })],
  ])('matches the schema and has the right counts (%s)', (_, report) => {
    const document = parse(writeJunit(report))
    expect(document.name).toBe('testsuites')
    expect(problemsOf(document)).toEqual([])
    for (const element of [document, ...document.children]) {
      expect(Number(element.attributes.tests)).toBe(count(element, 'testcase'))
      expect(Number(element.attributes.failures)).toBe(count(element, 'failure'))
      expect(Number(element.attributes.errors)).toBe(count(element, 'error'))
      if (element.attributes.skipped !== undefined)
        expect(Number(element.attributes.skipped)).toBe(count(element, 'skipped'))
    }
  })

  test('has one case for each clean operation and for each finding', () => {
    const [contract] = parse(writeJunit(sampleReport())).children
    const cases = contract?.children.map(
      ({ attributes, children }) => `${attributes.name?.slice(0, 24)}: ${children[0]?.name ?? 'passed'}`,
    )
    expect(cases).toEqual([
      'DR21 GET /groups/{id}: r: failure',
      'DR56 GET /groups/{id}: c: failure',
      'DR31 GET /groups/{id}: o: system-out',
      'DR25 GET /groups/{id}: s: failure',
      'DR64 GET /groups/{id}: a: skipped',
      'DR21 GET /groups/{id}/at: failure',
      'GET /groups: passed',
      'POST /feedback: skipped',
      'DR04 undocumented operat: system-out',
    ])
  })

  test('escapes text of the server instead of failing', () => {
    const text = JSON.stringify(parse(writeJunit(sampleReport())))
    expect(text).toContain('<b>')
    expect(text).not.toContain(hostile)
    expect(() => parse(writeJunit(sampleReport()).replace('&amp;', '&'))).toThrow(SyntaxError)
    expect(problemsOf(parse(writeJunit(sampleReport()).replace(' tests=', ' many=')))).toEqual([
      '<testsuites> has many',
    ])
  })
})
