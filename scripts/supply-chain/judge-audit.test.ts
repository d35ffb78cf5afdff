import { describe, expect, it } from 'vitest'
import { judgeAudit } from './judge-audit'

const found = (severity: string) => ({
  severity,
  range: '<2.0.0',
  via: [{ title: 'Something bad', url: 'https://advisories.example/1' }],
})
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })
const canary = { canary: found('critical') }

describe('K05 what an audit says', () => {
  it.each([
    [report(canary)],
    [report({ ...canary, a: found('moderate'), b: found('low'), c: found('info') })],
  ])('K05 is clean without high and critical ones: %s', output => {
    expect(judgeAudit(output, 'canary').code).toBe(0)
  })

  it('K05 counts the lesser ones, so that a clean verdict does not hide them', () => {
    const { lines } = judgeAudit(report({ ...canary, a: found('moderate'), b: found('low') }), 'canary')
    expect(lines.join(' ')).toContain('2 further of moderate or low severity')
  })

  it('K05 names what is bad, with its advisory, and what it comes through', () => {
    const output = report({ ...canary, a: found('high'), b: { severity: 'critical', via: ['a'] } })
    expect(judgeAudit(output, 'canary')).toEqual({
      code: 1,
      lines: ['high: a <2.0.0: Something bad https://advisories.example/1', 'critical: b : through a'],
    })
  })

  it.each([
    ['no report', ''],
    ['no report', '<html>Bad gateway</html>'],
    ['no report', '[]'],
    ['no report', 'null'],
    ['405 Method Not Allowed', JSON.stringify({ message: '405 Method Not Allowed - POST', statusCode: 405 })],
    [
      'request failed',
      JSON.stringify({ error: { code: 'ECONNREFUSED', summary: 'request failed', detail: '' } }),
    ],
    ['ENOLOCK', JSON.stringify({ error: { code: 'ENOLOCK', summary: '', detail: '' } })],
    ['another form', '{}'],
    ['another form', JSON.stringify({ auditReportVersion: 1, advisories: {} })],
    ['another form', JSON.stringify({ auditReportVersion: 2, vulnerabilities: [] })],
    ['another form', report({ ...canary, a: null })],
    ['another form', report({ ...canary, a: { severity: 5 } })],
    ['does not know that canary', report({})],
    ['does not know that canary', report({ a: found('high') })],
  ])('K05 is unknown, and said to be no pass, with %s: %s', (reason, output) => {
    const { code, lines } = judgeAudit(output, 'canary')
    expect(code).toBe(3)
    expect(lines.join(' ')).toContain(reason)
    expect(lines.join(' ')).toContain('this is no pass')
  })
})
