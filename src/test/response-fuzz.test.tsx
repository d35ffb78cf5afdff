import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestServer } from '../../mocks/hosts/node'
import type { PersonaName } from '../../mocks/platform/personas'
import type { Group } from '../../packages/contract/schema.gen'
import { isFull } from '../../scripts/lib/sampling'
import { isRecord } from '../lib/is-record'
import { getMutations, type Mutation } from './body-mutations'
import { getText, nonsense } from './matrix/page'
import { ru } from './messages'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'

/** The pages stay whole when an answer is malformed in any single place (N02). */

interface Request {
  operation: string
  /** `GET /groups/1`. */
  call: string
  body?: object
}

interface FuzzedPage extends Request {
  path: string
  as: PersonaName
  /** Other requests of the page, whose answers are shortened but not mutated. */
  others?: readonly Request[]
  /** The operation is only requested when the application starts. */
  isInitial?: boolean
  /** Properties of the group that matter for the page; default all. */
  only?: readonly (keyof Group)[]
}

const getGroup = { operation: 'getGroup', call: 'GET /groups/1' }
const getCompetencies = { operation: 'getCompetencies', call: 'GET /user/competencies' }

const pages: FuzzedPage[] = [
  { path: '/groups', as: 'student', operation: 'listGroups', call: 'GET /groups' },
  { path: '/group/1', as: 'student', ...getGroup },
  {
    path: '/group/1',
    as: 'student',
    operation: 'listTaskStatuses',
    call: 'GET /groups/1/statuses',
    others: [getGroup],
  },
  { path: '/group/1?tab=lms', as: 'admin', ...getGroup, only: ['name', 'mnemonic_code', 'is_admin'] },
  {
    path: '/group/1/task/101',
    as: 'student',
    operation: 'getTask',
    call: 'GET /groups/1/tasks/101',
    others: [getGroup],
  },
  {
    path: '/moodle/sec-autumn-26/4101',
    as: 'student',
    operation: 'findLmsTask',
    call: 'POST /groups/get-ids',
    body: { mnemonic_code_group: 'sec-autumn-26', gitlab_id: '4101' },
  },
  {
    path: '/group/2/leaderboard',
    as: 'student',
    operation: 'getLeaderboard',
    call: 'GET /leaderboard/group/2',
  },
  {
    path: '/group/1/leaderboard?view=matrix',
    as: 'student',
    operation: 'getLeaderboard',
    call: 'GET /leaderboard/group/1',
    others: [getGroup],
  },
  {
    path: '/group/1?tab=register',
    as: 'admin',
    operation: 'getLeaderboard',
    call: 'GET /leaderboard/group/1',
    others: [getGroup],
  },
  {
    path: '/invite/AUTUMN-2026',
    as: 'candidate',
    operation: 'checkInvite',
    call: 'GET /auth/invite/AUTUMN-2026',
  },
  {
    path: '/contacts',
    as: 'student',
    operation: 'refreshSession',
    call: 'POST /auth/refresh',
    isInitial: true,
  },
  { path: '/competencies', as: 'student', ...getCompetencies },
  // The same schema, without needing a share link.
  { path: '/profile/k3Vd9sQ2mZ7xT1aB', as: 'lms', ...getCompetencies, operation: 'getSharedProfile' },
]

const MAX_MUTATIONS_PER_OBJECT = 3

const getParent = (path: string): string => path.replace(/(?:\.\w+|\[0\])$/, '')
const contains = (outer: Mutation, inner: Mutation): boolean =>
  inner.path.startsWith(outer.path) && /^(?:$|[.[])/.test(inner.path.slice(outer.path.length))

/** Whether the mutation can be seen beside the others: none contains another, and they are spread over the answer. */
const fits = (mutation: Mutation, others: readonly Mutation[]): boolean =>
  !others.some(other => contains(mutation, other) || contains(other, mutation)) &&
  others.filter(({ path }) => getParent(path) === getParent(mutation.path)).length < MAX_MUTATIONS_PER_OBJECT

/** Mutations that are tried at once: with `--full` every one alone, otherwise one of each property, several at once. */
const combine = (mutations: readonly Mutation[]): Mutation[][] => {
  if (isFull) return mutations.map(mutation => [mutation])
  const sample = [...new Set(mutations.map(({ path }) => path))].flatMap((path, at) => {
    const own = mutations.filter(mutation => mutation.path === path)
    return own[at % own.length] ?? []
  })
  const groups: Mutation[][] = []
  for (const mutation of sample) {
    const group = groups.find(others => fits(mutation, others))
    if (group) group.push(mutation)
    else groups.push([mutation])
  }
  return groups
}

/** Short lists make pages fast to render. */
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child)]))
}

const fetchAnswer = async (as: PersonaName, { call, body }: Request): Promise<unknown> => {
  const platform = createTestServer({ as })
  platform.listen()
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(`http://localhost/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.tokens?.access_token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    credentials: 'include',
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  platform.close()
  if (!response.ok) throw new Error(`${call} answered ${response.status}`)
  return shorten(answer)
}

const EMPTY_PAGE = '/no-such-page'

const settle = ({ queryClient, router }: RenderedRoute) =>
  waitFor(() => expect([queryClient.isFetching(), router.state.status]).toEqual([0, 'idle']))

/** Visits the page as on a first visit, in an application that is already running. */
const revisit = async (page: RenderedRoute, path: string): Promise<void> => {
  const { history } = page.router
  history.push(EMPTY_PAGE)
  await settle(page)
  page.queryClient.clear()
  page.router.clearCache()
  history.push(path)
}

withQuickRetries()

test.each(pages)(
  'N02 $path renders with any mutation of $operation',
  async ({ path, as, operation, others = [], isInitial, only, ...request }) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answers = new Map<string, unknown>()
    for (const other of others) answers.set(other.operation, await fetchAnswer(as, other))
    const answer = await fetchAnswer(as, { operation, ...request })
    let page: RenderedRoute | undefined
    const close = () => {
      page?.close()
      page = undefined
    }
    /** What is wrong with the page; null if it renders. */
    const findFault = async (mutations: readonly Mutation[]): Promise<string | null> => {
      answers.set(
        operation,
        mutations.reduce((body, { apply }) => apply(body), answer),
      )
      const addFaults = ({ db }: RenderedRoute['platform']) => {
        db.faults.clear()
        for (const [id, body] of answers)
          db.faults.add(id, { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
      }
      try {
        if (page) {
          addFaults(page.platform)
          await revisit(page, path)
        } else page = await renderRoute(path, { as, prepare: addFaults })
        await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(1))
        await settle(page)
        expect(document.querySelectorAll('h1')).toHaveLength(1)
        const text = getText(document.body)
        expect(text).not.toMatch(nonsense)
        expect(text).not.toContain(ru.errors.crash)
        if (isInitial) close()
        return null
      } catch (error) {
        close()
        return error instanceof Error ? error.message.slice(0, 700) : String(error)
      }
    }
    const mutations = getMutations(answer).filter(
      ({ path }) => !only || only.some(name => path === `.${name}`),
    )
    expect(mutations.length).toBeGreaterThan(5)
    const failed: string[] = []
    for (const group of combine(mutations)) {
      const fault = await findFault(group)
      if (fault === null) continue
      const count = failed.length
      for (const mutation of group.length > 1 ? group : []) {
        const own = await findFault([mutation])
        if (own !== null) failed.push(`${mutation.name}: ${own}`)
      }
      if (failed.length === count) failed.push(`${group.map(({ name }) => name).join(', ')}: ${fault}`)
    }
    log.mockRestore()
    expect(failed.join('\n\n')).toBe('')
  },
  isFull ? 600_000 : 120_000,
)
