import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestServer } from '../../../mocks/node'
import type { PersonaName } from '../../../mocks/platform/personas'
import { textOf } from '../matrix/page'
import { withQuickRetries } from '../quick-retries'
import { type RenderedRoute, renderRoute } from '../render-route'
import { mutateBody, pickOnePerPath } from './body-mutations'

interface Request {
  operation: string
  /** `GET /groups/1`. */
  call: string
  body?: object
}

export interface FuzzedPage extends Request {
  path: string
  as: PersonaName
  /** Other requests of the page, whose answers are shortened but not mutated. */
  others?: readonly Request[]
  /** The operation is only requested when the application starts. */
  isInitial?: boolean
  /** Tries every nth mutation, where a unit test tries all of them. Default 1. */
  each?: number
  /** Mutations that matter for the page; default all. */
  only?: RegExp
}

const EMPTY_PAGE = '/no-such-page'
const ALWAYS = Number.POSITIVE_INFINITY
const nonsense = /\[object |undefined|\bNaN\b|Invalid Date/
/** `npm run test:full` tries every mutation, otherwise one per property. */
const isFull = process.env.FLAGSHIP_TESTS === 'full'

/** Short lists make pages fast to render; only the first item of a list is mutated anyway. */
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  if (typeof value !== 'object' || value === null) return value
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

/** One test per page: it must render with every single mutation of an answer. */
export const fuzzResponses = (pages: readonly FuzzedPage[]): void => {
  withQuickRetries()
  test.each(pages)(
    'N02 $path renders with any mutation of $operation',
    async ({ path, as, operation, others = [], isInitial, each = 1, only = /(?:)/, ...request }) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const context: [string, unknown][] = []
      for (const other of others) context.push([other.operation, await fetchAnswer(as, other)])
      const mutations = mutateBody(await fetchAnswer(as, { operation, ...request })).filter(({ name }) =>
        only.test(name),
      )
      expect(mutations.length).toBeGreaterThan(5)
      const failed: string[] = []
      let page: RenderedRoute | undefined
      for (const { name, body } of (isFull ? mutations : pickOnePerPath(mutations)).filter(
        (_, index) => index % each === 0,
      )) {
        const addFaults = ({ platform: { db } }: Pick<RenderedRoute, 'platform'>) => {
          db.faults.clear()
          for (const [id, answer] of [...context, [operation, body] as const])
            db.faults.add(id, { kind: 'body', status: 200, body: answer }, ALWAYS)
        }
        try {
          if (page) {
            addFaults(page)
            await revisit(page, path)
          } else page = await renderRoute(path, { as, prepare: platform => addFaults({ platform }) })
          await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(1))
          await settle(page)
          expect(document.querySelectorAll('h1')).toHaveLength(1)
          expect(textOf(document.body)).not.toMatch(nonsense)
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message.slice(0, 700) : error}`)
          page?.close()
          page = undefined
        }
        if (isInitial) {
          page?.close()
          page = undefined
        }
      }
      log.mockRestore()
      expect(failed.join('\n\n')).toBe('')
    },
    isFull ? 600_000 : 120_000,
  )
}
