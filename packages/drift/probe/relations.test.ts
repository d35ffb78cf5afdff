import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createPlatformServer } from '../../../mocks/hosts/server/platform-server'
import { sample } from '../../../scripts/lib/sampling'
import { loadContract } from '../../contract/load-contract'
import { driftedServer, type Server } from '../mutants/drifted-server'
import { betweenAnswers } from '../mutants/operators/between-answers'
import { flagshipPlan } from './plan/flagship-plan'
import { readFixtures } from './probe-options'
import { runProbe } from './run-probe'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const fixtures = readFixtures(
  readFileSync(new URL('../fixtures/simulated-platform.json', import.meta.url), 'utf8'),
)
const { sends: _, ...values } = fixtures.values
const origin = 'http://127.0.0.1'

/** The steps that know relations, without those of single answers. */
const NEEDED =
  /^(?:listGroups|getGroup|getCompetencies|checkInvite: active|startLab|submitFlags: a right|takeHint|setTaskVisibility: there|requestAttempt: one|startAttempt: of an attempt|updateUsername: through|shareProfile: until|checkPayment: of every|register: a new account|uploadToLms: of a course)/
/** A lab takes some seconds to start. */
const planOf = (hasLab: boolean) => ({
  ...flagshipPlan,
  stages: (...given: Parameters<typeof flagshipPlan.stages>) =>
    flagshipPlan
      .stages(...given)
      .map(stage =>
        stage.filter(({ name }) => NEEDED.test(name) && (hasLab || !name.startsWith('startLab'))),
      ),
})

function run(signal: AbortSignal, drift: (server: Server) => Server = server => server, hasLab = false) {
  // A scoreboard of thousands takes longer than everything else, and holds no other relations.
  const { handle } = createPlatformServer(origin, { seed: 'probe', settings: { groupSizes: { 7: 50 } } })
  const limits = { requestsPerSecond: 1000, maxRequests: 3000, maxSeconds: 60 } as const
  const options = { contract, ...fixtures, values, ...limits, mode: 'full', plan: 'full', seed: 1 } as const
  return runProbe({ ...options, baseUrl: `${origin}/api`, fetch: drift(handle), signal }, planOf(hasLab))
}

const toFailing = ({ observations }: Awaited<ReturnType<typeof run>>) =>
  observations
    .map(({ violation }) => violation)
    .filter(({ severity, what }) => severity !== 'information' && !what.includes('The answer took'))
    .map(({ driftId, operationId, place, what }) => `${driftId} ${operationId} ${place}: ${what}`)

it('finds nothing where all answers agree', async ({ signal }) => {
  expect(toFailing(await run(signal, undefined, true))).toEqual([])
}, 90_000)

/** What one run finds of drifts that are not in each other's way. */
const together: Readonly<Record<string, string>> = {
  'a share link that opens another user': 'DR63 getSharedProfile answer 200 /user/id',
  'a hidden task that the list keeps': 'DR62 getGroup answer 200 /categories/*/tasks/*/visible',
  'a solve that the states forget': 'DR62 listTaskStatuses answer 200 /*/solved',
  'a start that the group forgets': 'DR62 getGroup answer 200 /attempts/*/status',
  'a name that the profile forgets': 'DR62 getCompetencies answer 200 /user/username',
  'required tasks that are left': 'DR63 getGroup answer 200 /important_left',
  "the student's flags in everybody's task": 'DR62 getTask answer 200 /flags',
  'closed profiles that the scoreboard calls public': 'DR62 getCompetencies answer 200',
  'an invite that joins nothing': 'DR62 listGroups answer 200',
}

it('finds each of many drifts', async ({ signal }) => {
  const drifted = (server: Server) =>
    Object.keys(together).reduce((inner, name) => {
      const begin = betweenAnswers[name]
      return begin ? driftedServer({ begin }, inner, { contract }) : inner
    }, server)
  const found = toFailing(await run(signal, drifted))
  const places = found.map(one => one.split(': ')[0])
  expect(places).toEqual(expect.arrayContaining(Object.values(together)))
}, 90_000)

/** Each takes a run of its own, so most are left to `--full`. */
const ALWAYS = /solves in everybody|lab in everybody/
const all = Object.entries(betweenAnswers)
const cases = sample(
  all.filter(([name]) => ALWAYS.test(name)),
  all.filter(([name]) => !ALWAYS.test(name)),
)

it.for(cases)('finds %s', { timeout: 90_000 }, async ([name, begin], { signal }) => {
  const drifted = (server: Server) => driftedServer({ begin }, server, { contract })
  const found = toFailing(await run(signal, drifted, name.includes('lab')))
  expect(
    found.some(one => /^DR6[23] /.test(one)),
    found.join('\n') || 'nothing was found',
  ).toBe(true)
})

it("takes a group that does not say who administers it for unknown, not for a student's", async ({
  signal,
}) => {
  const withoutAdmin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutAdmin)
    const { is_admin: _, ...rest } = value as { readonly is_admin?: boolean }
    return rest
  }
  const lean: (server: Server) => Server = server => async request => {
    const response = await server(request)
    const isGroups = /\/groups(?:\/\d+)?$/.test(new URL(request.url).pathname) && response.ok
    return isGroups ? Response.json(withoutAdmin(await response.json()), response) : response
  }
  expect(toFailing(await run(signal, lean))).toEqual([])
})
