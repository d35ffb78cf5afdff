import { type Finding, getPlaces } from '../finding'
import {
  consequenceTexts,
  escapeCiCommands,
  headline,
  otherPlaces,
  plain,
  plainLines,
  sourceText,
  witnessText,
} from './formatting'
import { countsAgainst, coverageParts, missedMinimums, type Report } from './report'

type Case = { readonly group: string; readonly name: string; readonly inside: string }

/**
 * JUnit test cases: one per operation without drift, per finding and per requested coverage. Findings that do
 * not fail the run pass.
 */
export function writeJunit(report: Report): string {
  const suites = [
    suite('contract', operationCases(report), report),
    suite('coverage', coverageCases(report), report),
    suite('run', runCases(report), report),
  ].filter(({ cases }) => cases.length > 0)
  const sum = (key: 'failures' | 'errors') => suites.reduce((all, one) => all + one[key], 0)
  const tests = suites.reduce((all, { cases }) => all + cases.length, 0)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract drift" tests="${tests}" failures="${sum('failures')}" errors="${sum('errors')}" time="${getTime(report)}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ]
  return escapeCiCommands(lines.join('\n'))
}

function suite(name: string, cases: readonly Case[], report: Report) {
  const count = (tag: string) => cases.filter(({ inside }) => inside.includes(`<${tag} `)).length
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')]
  const attributes = `name="contract drift: ${name}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${name === 'contract' ? getTime(report) : '0.000'}" timestamp="${report.startedAt.slice(0, 19)}"`
  const lines = cases.map(({ group, name: title, inside }) => {
    const head = `    <testcase classname="${xml(group)}" name="${xml(title)}" time="0.000"`
    return inside === '' ? `${head}/>` : `${head}>\n${inside}\n    </testcase>`
  })
  const text = [`  <testsuite ${attributes}>`, ...lines, '  </testsuite>'].join('\n')
  return { cases, failures, errors, text }
}

function operationCases(report: Report): Case[] {
  const stray = report.findings.filter(finding =>
    report.operations.every(({ operationId }) => operationId !== finding.operationId),
  )
  const elsewhere = new Set(report.findings.flatMap(getPlaces).map(({ operationId }) => operationId))
  const hasAnswers = report.sources.some(source => source !== 'document')
  return [
    ...report.operations.flatMap(({ operationId, call, tag, isSeen }) => {
      const group = `contract.${tag}.${operationId}`
      const own = report.findings.filter(finding => finding.operationId === operationId)
      if (own.length > 0) return own.map(finding => findingCase(finding, group, report))
      // An operation among the places of a cause has not passed; its failure stands at the first place.
      if (elsewhere.has(operationId)) return []
      const isSkipped = hasAnswers && !isSeen
      return [
        {
          group,
          name: call,
          inside: isSkipped ? '      <skipped message="No exchange of this run was of this call."/>' : '',
        },
      ]
    }),
    ...stray.map(finding => findingCase(finding, 'contract.outside', report)),
  ]
}

function findingCase(finding: Finding, group: string, report: Report): Case {
  const name = `${finding.driftId} ${headline(finding)} [${finding.fingerprint}]`
  const details = xml(detailLines(finding).join('\n'))
  if (finding.accepted !== undefined) {
    return {
      group,
      name,
      inside: `      <skipped message="${xml(`Accepted by the baseline: ${finding.accepted}`)}"/>`,
    }
  }
  if (!countsAgainst(finding, report.threshold))
    return { group, name, inside: `      <system-out>${details}</system-out>` }
  const message = xml(plain(finding.what))
  return {
    group,
    name,
    inside: `      <failure type="${finding.severity} ${finding.driftId}" message="${message}">${details}</failure>`,
  }
}

function detailLines(finding: Finding): string[] {
  const [evidence] = finding.evidence
  const others = otherPlaces(finding)
  return [
    plain(finding.what),
    ...(finding.witness === undefined ? [] : [`Witness: ${witnessText(finding.witness)}`]),
    ...(evidence ? [`See: ${evidence.origin}`, evidence.curl, evidence.excerpt ?? ''] : []),
    ...(finding.screens.length === 0 ? [] : [`Screens: ${finding.screens.join(', ')}`]),
    ...(finding.contractAt === undefined ? [] : [`Promised: ${finding.contractAt}`]),
    ...(others.length === 0 ? [] : [plain(`Also in: ${others.join(', ')}`)]),
    ...consequenceTexts(finding).map(text => `Follows from this: ${text}`),
    `To do: ${finding.advice}`,
    `Seen by: ${sourceText(finding.sources)}${finding.isAssumed ? '; the contract assumes this part' : ''}`,
  ].filter(line => line !== '')
}

function coverageCases({ coverage, minimum }: Report): Case[] {
  return coverageParts.flatMap(({ part, label }) => {
    const required = minimum[part]
    if (required === undefined) return []
    const [missed] = missedMinimums(coverage, { [part]: required })
    const inside = missed === undefined ? '' : `      <failure type="coverage" message="${xml(missed)}"/>`
    return [{ group: 'contract.coverage', name: `${label} at least ${required} %`, inside }]
  })
}

function runCases({ failures }: Report): Case[] {
  return failures.map(failure => ({
    group: 'contract.run',
    name: 'the target answers',
    inside: `      <error type="inconclusive" message="${xml(failure)}"/>`,
  }))
}

function getTime({ seconds }: Report): string {
  return seconds.toFixed(3)
}

/** Escapes text and attributes; keeps line breaks and drops characters that XML 1.0 forbids. */
function xml(text: string): string {
  return plainLines(text)
    .map(line =>
      line
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&apos;'),
    )
    .join('\n')
}
