import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject } from '../contract/json'
import { maskViolation, type Secrets, toEvidence } from '../contract/masking/mask'
import type { Contract } from '../contract/read-contract'
import { driftIds } from '../contract/validator/drift-ids'
import { findOperation } from '../contract/validator/find-operation'
import { validateExchange } from '../contract/validator/validate-exchange'
import type { CheckContext } from './check-context'
import { type ExchangeStats, getCoverage } from './coverage'
import { InputError, TargetUnreachable } from './errors'
import type { FindingSource, Observation } from './finding'
import { getFingerprint, MAX_EVIDENCE } from './findings'
import { checkWritable, type Io, type Progress, readText } from './io'
import type { CheckOptions } from './options/options'
import { generatedPlan } from './probe/plan/generated-plan'
import { type Fixtures, ProbeLoginFailed, ProbeUnreachable, readFixtures } from './probe/probe-options'
import { runProbe } from './probe/run-probe'
import type { Plan } from './probe/step'
import { counted, joined } from './report/formatting'
import type { Report } from './report/report'
import { selectOperations, selectWrites } from './selection'
import { compareDocuments, undescribedResponses } from './spec/compare-documents'
import { relaxDirections } from './spec/foreign-contract'
import { readBackendDocument } from './spec/read-document'
import { type Recorded, readTraffic } from './traffic/read-traffic'
import { startRecorder } from './traffic/start-recorder'

export type SourceResult = {
  /** Absent if there was nothing to check. */
  readonly source?: FindingSource
  readonly observations: Iterable<Observation>
  readonly skipped?: Report['skipped']
  readonly notes?: readonly string[]
  /** Why this source could not be checked at all. */
  readonly failure?: string
  /** Why this source proves nothing if no drift was found. */
  readonly inconclusive?: string
}

export async function checkDocument(
  options: CheckOptions,
  where: string,
  context: CheckContext,
): Promise<SourceResult> {
  const { url, live, maxSeconds } = options
  const { contract, foreign } = context
  let document: JsonObject | undefined
  const notes: string[] = []
  try {
    document = await readBackendDocument(where, url, {
      timeoutMs: maxSeconds * 1000,
      headers: options.headers,
      onNote: sentence => notes.push(sentence),
    })
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error
    // With `auto`, the probe will show whether the server responds at all.
    const isGuess = where === 'auto' && live !== 'off'
    return {
      observations: [],
      ...(isGuess ? { notes: [error.message] } : { failure: error.message }),
    }
  }
  if (!document) {
    const note = `No OpenAPI document was found beside or above ${url}; name it with --spec, if there is one.`
    return { observations: [], notes: [...notes, note] }
  }
  const isSelected = selectOperations(options, context)
  const observations = compareDocuments(contract, foreign ? relaxDirections(document) : document)
    .filter(({ operationId, driftId, place }) => {
      const isOpen =
        driftId === driftIds.errorUndocumented && foreign?.isInRange(operationId, Number(place.split(' ')[1]))
      return isSelected(operationId) && !isOpen
    })
    .map(violation => ({ violation, source: 'document' as const }))
  const silent = undescribedResponses(contract, document)
  if (silent.length > 0)
    notes.push(
      `The document does not define what these ${silent.length} calls return (no response_model?), so it was not compared: ${silent.join(', ')}.`,
    )
  const described = contract.operations.filter(({ responses }) =>
    responses.some(({ status, kind }) => status < 300 && kind === 'json'),
  )
  const isAlone = live === 'off' && options.recordings.length === 0 && !options.proxy
  const inconclusive =
    isAlone && silent.length > 0 && silent.length >= described.length
      ? 'the document does not describe what any call returns, so it promises nothing about the answers.'
      : undefined
  const skipped = foreign?.unchecked ?? []
  return {
    source: 'document',
    observations,
    notes,
    skipped,
    ...(inconclusive !== undefined && { inconclusive }),
  }
}

const MAX_REQUESTS = 3000

export const NO_USER_NOTE =
  'No account was given, so hardly anything was covered: give a student with --login-env, --token-env or --fixtures.'

/** Runs the probe; a server that does not respond or rejects the login is a failure of the run. */
export async function probeServer(
  options: CheckOptions,
  context: CheckContext,
  stats: ExchangeStats,
  io: Io,
  progress: Progress,
): Promise<SourceResult> {
  const { contract, foreign } = context
  const { url: baseUrl, live, planFile } = options
  if (baseUrl === undefined || live === 'off') return { observations: [] }
  const { values, ...fixtures } = await readFixturesFile(options, foreign !== undefined)
  const plan = planFile === undefined ? foreign && generatedPlan(contract) : await loadPlan(planFile)
  const logins = { ...fixtures.logins, ...options.logins }
  try {
    const probing = {
      contract,
      baseUrl,
      mode: live,
      plan: options.plan,
      ...(foreign && { admit: foreign.admit }),
      logins,
      values,
      headers: options.headers,
      seed: options.seed,
      requestsPerSecond: options.requestsPerSecond,
      isRateEnforced: options.isRateEnforced,
      maxRequests: MAX_REQUESTS,
      maxSeconds: options.maxSeconds,
      mayWrite: selectWrites(options, context),
      onProgress: ({ step, done, all }: { step: string; done: number; all: number }) =>
        progress.step(`[${done}/${all}] ${step}`),
      ...(io.signal && { signal: io.signal }),
    }
    const result = await runProbe(probing, plan)
    for (const exchange of result.exchanges) stats.add(exchange)
    const { skipped, endedBy } = result
    const isSelected = selectOperations(options, context)
    const observations = result.observations.filter(({ violation }) => isSelected(violation.operationId))
    const operationsSeen = getCoverage(contract, result.exchanges).operations.seen
    const hasStudent = foreign !== undefined || logins.student !== undefined
    // Without examples nothing can be requested, which says nothing about the server.
    const isEmpty = foreign !== undefined && result.exchanges.length === 0
    const inconclusive = isEmpty
      ? undefined
      : probeInconclusiveReason({ endedBy, operationsSeen, hasStudent })
    const notes = hasStudent ? result.notes : [NO_USER_NOTE, ...result.notes]
    return {
      ...(!isEmpty && { source: 'probe' as const }),
      observations,
      skipped: [...skipped, ...(foreign?.unchecked ?? [])],
      notes,
      ...(inconclusive !== undefined && { inconclusive }),
    }
  } catch (error) {
    if (!(error instanceof ProbeUnreachable || error instanceof ProbeLoginFailed)) throw error
    return { observations: [], failure: error.message }
  }
}

async function readFixturesFile({ fixtures }: CheckOptions, isForeign: boolean): Promise<Fixtures> {
  if (fixtures === undefined) return { logins: {}, values: {} }
  return readFixtures(await readText(fixtures, 'The fixtures file'), isForeign)
}

/** The default export of a plan module. Throws an InputError. */
async function loadPlan(file: string): Promise<Plan> {
  const { href } = pathToFileURL(resolve(file))
  try {
    const { default: plan } = await import(/* @vite-ignore */ href)
    if (typeof plan?.stages === 'function') return plan
  } catch (error) {
    throw new InputError(
      `The plan ${file} cannot be loaded: ${error instanceof Error ? error.message : error}.`,
    )
  }
  throw new InputError(`The plan ${file} has no default export with a function "stages".`)
}

const MAX_HOSTS = 3

/** Throws an InputError for an unreadable recording. */
export async function validateRecording(
  file: string,
  options: CheckOptions,
  context: CheckContext,
  stats: ExchangeStats,
  progress: Progress,
): Promise<SourceResult> {
  const { logins, url } = options
  const { contract, foreign } = context
  const isSelected = selectOperations(options, context)
  const observations: Observation[] = []
  const secrets = loginSecrets(logins)
  const shown = new Map<string, Observation[]>()
  let count = 0
  let validated = 0
  const others = new Map<string, number>()
  const own = await findApiOrigin(readTraffic(file), contract, url)
  let lost = 0
  for await (const { exchange, origin, isBodyLost } of readTraffic(file)) {
    count += 1
    progress.step(`${file}: ${count}`)
    if (findOperation(contract, exchange.request.method, exchange.request.url).kind === 'outside') continue
    const from = getOrigin(exchange.request.url)
    if (from !== own) {
      others.set(from, (others.get(from) ?? 0) + 1)
      continue
    }
    validated += 1
    if (isBodyLost) lost += 1
    foreign?.admit(exchange)
    stats.add(exchange)
    for (const violation of validateExchange(contract, exchange)) {
      if (!isSelected(violation.operationId)) continue
      // Without a base path every page of the server is below it.
      if (contract.basePath === '' && violation.operationId === undefined) continue
      const fingerprint = getFingerprint(violation)
      const before = shown.get(fingerprint) ?? []
      // Masking is slow; of many equal violations only the first are shown.
      const [first] = before.length < MAX_EVIDENCE ? [] : before
      const observation: Observation = first ?? {
        violation: maskViolation(violation, secrets, exchange),
        source: 'traffic',
        evidence: toEvidence(exchange, origin, violation.pointer, secrets),
      }
      if (!first) shown.set(fingerprint, [...before, observation])
      observations.push(observation)
    }
  }
  const isEmpty = own === undefined || validated === 0
  const note = `${file} holds no call below ${contract.basePath}: of its ${count} exchanges none was checked.`
  const notes = isEmpty ? [note] : hostNotes(file, own, others, url)
  const why =
    'the browser gave the call up or took the answer from its cache, so the recording does not have it'
  const bodies = lost > 0 ? [{ step: `${counted(lost, 'body', 'bodies')} of ${file}`, why }] : []
  return { source: 'traffic', observations, notes, skipped: [...bodies, ...(foreign?.unchecked ?? [])] }
}

/** Notes which hosts were checked, if there are several. */
function hostNotes(
  file: string,
  own: string,
  others: ReadonlyMap<string, number>,
  url: string | undefined,
): string[] {
  const left = [...others].map(([origin, calls]) => `${counted(calls, 'call')} to ${origin}`)
  const more = left.length - MAX_HOSTS
  const shown = more > 1 ? [...left.slice(0, MAX_HOSTS), `those to ${more} other hosts`] : left
  const isElsewhere = url !== undefined && getOrigin(url) !== own
  return [
    ...(isElsewhere ? [`${file} holds no call to ${getOrigin(url)}; those to ${own} were checked.`] : []),
    ...(shown.length > 0 ? [`Of ${file} the calls to ${own} were checked, but not ${joined(shown)}.`] : []),
  ]
}

type Count = { found: number; below: number }

/**
 * The origin of the API in a recording that may contain other hosts with a path `/api`: that of `--url` if it
 * occurs, else the one with most operations of the contract. Undefined without a call below the base path.
 */
export async function findApiOrigin(
  recorded: AsyncIterable<Recorded>,
  contract: Contract,
  url: string | undefined,
): Promise<string | undefined> {
  const counts = new Map<string, Count>()
  for await (const { exchange } of recorded) {
    const { kind } = findOperation(contract, exchange.request.method, exchange.request.url)
    if (kind === 'outside') continue
    const origin = getOrigin(exchange.request.url)
    const count = counts.get(origin) ?? { found: 0, below: 0 }
    counts.set(origin, { found: count.found + (kind === 'found' ? 1 : 0), below: count.below + 1 })
  }
  const named = url === undefined ? undefined : getOrigin(url)
  if (named !== undefined && counts.has(named)) return named
  const [first] = [...counts].sort(([, a], [, b]) => b.found - a.found || b.below - a.below)
  return first?.[0]
}

export function getOrigin(url: string): string {
  return new URL(url).origin
}

/** Records until the signal; returns the file. Throws an InputError for an invalid target, file or port. */
export async function recordTraffic({ url = '', proxy, out, logins }: CheckOptions, io: Io): Promise<string> {
  const file = proxy?.file ?? join(out ?? '.', 'contract-traffic.ndjson')
  await checkWritable([file])
  // Do not check an earlier recording again; a file that was named is continued.
  if (proxy?.file === undefined) await rm(file, { force: true })
  const recorder = await startRecorder({
    target: new URL(url).origin,
    port: proxy?.port ?? 0,
    file,
    secrets: loginSecrets(logins),
  })
  const base = new URL(url).pathname
  io.err.write(
    `Recording: send the calls to ${recorder.url}${base === '/' ? '' : base} instead of ${url}.\n` +
      `They are written to ${file}; Ctrl+C ends the recording and checks it.\n`,
  )
  await ended(io.signal)
  const count = recorder.count()
  await recorder.close()
  io.err.write(`Recorded ${counted(count, 'exchange')}.\n`)
  return file
}

function ended(signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    if (!signal || signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

export function loginSecrets(logins: CheckOptions['logins']): Secrets {
  return Object.entries(logins).map(([role, login]) => {
    const name = `${role.toUpperCase()}_${'token' in login ? 'TOKEN' : 'PASSWORD'}`
    return { name, value: 'token' in login ? login.token : login.password }
  })
}

/** Why a run without drift proves nothing; undefined if it does. */
export function inconclusiveReason(
  sourceResults: readonly Omit<SourceResult, 'observations'>[],
  operationsSeen: number,
): string | undefined {
  for (const { inconclusive } of sourceResults) if (inconclusive !== undefined) return inconclusive
  if (operationsSeen > 0 || sourceResults.some(({ source }) => source === 'document')) return undefined
  return 'nothing is proved, since no call of the contract succeeded and there was no document to compare.'
}

/** An incomplete plan, or a server that rejected everything, must not count as a pass. */
export function probeInconclusiveReason({
  endedBy,
  operationsSeen,
  hasStudent,
}: {
  readonly endedBy: string | undefined
  readonly operationsSeen: number
  readonly hasStudent: boolean
}): string | undefined {
  if (endedBy !== undefined)
    return `the requests were stopped before the end (${endedBy}), and what was not requested is not proved.`
  if (operationsSeen > 0) return undefined
  const why = hasStudent ? '' : ' No account was given: use --login-env, --token-env or --fixtures.'
  return `no request succeeded, so nothing is proved.${why}`
}
