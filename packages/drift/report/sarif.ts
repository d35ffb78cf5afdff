import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import { type DriftId, driftClasses, type Severity } from '../../contract/validator/drift-classes'
import { type Finding, getPlaces } from '../finding'
import { consequenceTexts, otherPlaces, plain, plainJson, sourceText, witnessText } from './formatting'
import type { Report } from './report'

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  breaking: 'error',
  degraded: 'warning',
  information: 'note',
}

/** For findings without a contract line. */
const contractFile = 'openapi/openapi.yaml'
const clientBase = 'CLIENT'

/**
 * SARIF 2.1.0 for code scanning. GitHub requires a file per result: relative to this checkout, or to the
 * client's repository.
 */
export function writeSarif(report: Report): string {
  const ids = [...new Set(report.findings.map(({ driftId }) => driftId))].sort()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Flagship contract drift',
            version: plain(report.version),
            rules: ids.map(getRule),
          },
        },
        invocations: [
          {
            executionSuccessful: report.failures.length === 0,
            exitCode: report.verdict.exitCode,
            exitCodeDescription: report.verdict.sentence,
            startTimeUtc: report.startedAt,
            toolExecutionNotifications: [
              ...report.failures.map(text => ({ level: 'error' as const, message: { text: plain(text) } })),
              ...report.notes.map(text => ({ level: 'note' as const, message: { text: plain(text) } })),
            ],
          },
        ],
        columnKind: 'utf16CodeUnits',
        ...(!report.isOwnCheckout && {
          originalUriBaseIds: { [clientBase]: { description: { text: "The client's repository" } } },
        }),
        results: report.findings.map(finding =>
          getResult(finding, ids.indexOf(finding.driftId), report.isOwnCheckout),
        ),
      },
    ],
  }
  return `${plainJson(log, 2)}\n`
}

function getRule(id: DriftId): ReportingDescriptor {
  const { title, severity, advice } = driftClasses[id]
  return {
    id,
    name: title.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: `${title[0]?.toUpperCase()}${title.slice(1)}.` },
    help: { text: advice, markdown: `**To do:** ${advice}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['contract', severity] },
  }
}

function getResult(finding: Finding, ruleIndex: number, isOwnCheckout: boolean): Result {
  const { driftId, severity, accepted, fingerprint } = finding
  return {
    ruleId: driftId,
    ruleIndex,
    level: levels[severity],
    message: { text: getMessage(finding, isOwnCheckout) },
    locations: getPlaces(finding).map(({ operationId, call, place, contractAt }) => ({
      physicalLocation: getLocation(contractAt, isOwnCheckout),
      logicalLocations: [
        {
          name: plain(operationId ?? place),
          fullyQualifiedName: plain(call === undefined ? place : `${call} ${place}`),
          kind: 'function',
        },
      ],
    })),
    partialFingerprints: { 'contractDrift/v2': fingerprint },
    ...(accepted !== undefined && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: plain(accepted) }],
    }),
    properties: {
      isAssumed: finding.isAssumed,
      sources: finding.sources,
      exchanges: finding.exchanges,
      screens: finding.screens,
      ...(finding.consequences && { consequences: consequenceTexts(finding) }),
      ...(finding.evidence[0] && { curl: plain(finding.evidence[0].curl) }),
    },
  }
}

function getMessage(finding: Finding, isOwnCheckout: boolean): string {
  const { what, witness, advice, screens, sources, call, place, contractAt } = finding
  const others = otherPlaces(finding)
  const at = call === undefined ? place : `${call}, ${place}`
  return [
    plain(`${at}: ${what}`),
    ...(witness === undefined ? [] : [`Witness: ${witnessText(witness)}`]),
    ...(screens.length === 0 ? [] : [plain(`Screens: ${screens.join(', ')}`)]),
    ...(isOwnCheckout || contractAt === undefined
      ? []
      : [`Promised: ${contractAt} of the client's repository`]),
    ...(others.length === 0 ? [] : [plain(`Also in: ${others.join(', ')}`)]),
    ...consequenceTexts(finding).map(text => `Follows from this: ${text}`),
    `To do: ${advice}`,
    `Seen by ${sourceText(sources)}.`,
  ].join('\n')
}

function getLocation(contractAt: string | undefined, isOwnCheckout: boolean): Location['physicalLocation'] {
  const [, uri = contractFile, line] = /^(.+):(\d+)$/.exec(contractAt ?? '') ?? []
  const artifactLocation = isOwnCheckout ? { uri } : { uri, uriBaseId: clientBase }
  return { artifactLocation, region: { startLine: line === undefined ? 1 : Number(line) } }
}
