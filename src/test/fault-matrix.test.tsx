import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type OperationId, operationTable } from '../../mocks/operations.gen'
import type { Fault } from '../../mocks/platform/faults'
import { isFull } from '../../scripts/lib/sampling'
import { api } from '../api/api'
import { announcements } from '../lib/announce'
import { cases } from './matrix/cases'
import { expectMessages, findTitle, getText, main, nonsense, type OperationCase, press } from './matrix/page'
import { anyOf, ru } from './messages'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'

withQuickRetries()

const { auth, common, errors, exam, lab, lms, task } = ru

/** How an answer can break on its way. After the last two the operation has taken effect. */
const faults = {
  'HTML with 200': { kind: 'html', status: 200 },
  'a 403 of a firewall': { kind: 'html', status: 403 },
  '500 as text': { kind: 'text' },
  'an empty 200': { kind: 'empty', status: 200 },
  'no answer': { kind: 'never' },
  'a body cut off': { kind: 'reset' },
  'a doubled body': { kind: 'doubled' },
} satisfies Record<string, Fault>

type FaultName = keyof typeof faults
const faultNames = Object.keys(faults) as FaultName[]
const isExecuted = (name: FaultName) => name === 'a body cut off' || name === 'a doubled body'

/** False here whatever breaks: session, rights, password and flags are in order. */
const falseWords = anyOf(
  auth['login.expired'],
  auth['login.noCookies'],
  common['refused.title'],
  errors['Invalid token'],
  errors['Incorrect username or password'],
  errors['title.403'],
  errors['hint.403'],
  errors.access_denied,
  errors.not_found,
  task['verdict.incorrect'],
)
/** False where something has answered. */
const noAnswerWords = /Ответ не пришёл|не ответил|Сервер не отвечает/
const slowWords = anyOf(
  common['slow.text'],
  task['send.slow'],
  lab['slow.start'],
  exam['start.slow'],
  lms.slow,
)

type Action = Pick<OperationCase, 'path' | 'as' | 'scenario' | 'setUp'> & {
  trigger: (page: RenderedRoute) => Promise<unknown>
  expectSuccess: () => void
  /** After the fault: stops a wait or asks again. */
  recover?: (name: FaultName) => Promise<unknown>
  /** Whether the page needs no second try, or allows none. */
  isUsedUp: (name: FaultName) => boolean
  /** What the page sends at most, by itself. */
  most?: number
}

const ofCase = (id: keyof typeof cases, more: Pick<Action, 'isUsedUp'> & Partial<Action>): Action => {
  const { path, as, scenario, setUp, trigger, success, area }: OperationCase = cases[id]
  if (!trigger) throw new Error(`${id} has no trigger.`)
  return {
    path,
    ...(as && { as }),
    ...(scenario && { scenario }),
    ...(setUp && { setUp }),
    trigger,
    expectSuccess: () => expectMessages(success.messages, (success.area ?? area)()),
    ...more,
  }
}

const stopWaiting = async (name: FaultName) => {
  if (name === 'no answer') await press(common['slow.stop'], main)
}
const never = () => false
const isHung = (name: FaultName) => name === 'no answer'

let visits = 0

const actions: [OperationId, Action][] = [
  ['login', ofCase('login', { isUsedUp: never, recover: stopWaiting })],
  [
    'refreshSession',
    {
      path: '/groups',
      as: 'student',
      trigger: async ({ platform, router }) => {
        visits += 1
        // The access token expires.
        platform.db.clock.advance(20 * 60_000)
        await act(async () => router.history.push(`/leaderboard-${visits}`))
        await act(async () => router.history.push('/group/1'))
      },
      recover: () => press(common.retry, main),
      expectSuccess: () => expectMessages(['Что прячет исходный код'], main()),
      isUsedUp: () => true,
      // Reads of page and header share refreshes, and each is retried twice.
      most: 9,
    },
  ],
  ['submitFlags', ofCase('submitFlags', { isUsedUp: never, recover: stopWaiting })],
  [
    'startLab',
    ofCase('startLab', {
      isUsedUp: isExecuted,
      recover: stopWaiting,
      // It may be ready by now.
      expectSuccess: () => expect(getText(main())).toMatch(/Прошло|Готова/),
    }),
  ],
  ['startAttempt', ofCase('startAttempt', { isUsedUp: name => isHung(name) || isExecuted(name) })],
  ['checkPayment', ofCase('checkPayment', { isUsedUp: isHung })],
  [
    'uploadToLms',
    ofCase('uploadToLms', {
      isUsedUp: isHung,
      // An upload whose answer broke may have sent them.
      expectSuccess: () =>
        expect(getText(main())).toMatch(/Решения отправлены|Отправлено не всё|уже отправлено/),
    }),
  ],
]

/** Counts what is sent, also what is never answered. */
const countSent = (id: OperationId) => {
  const { path = '' } = operationTable.find(({ operationId }) => operationId === id) ?? {}
  const form = new RegExp(`/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const sent: { path: string; status?: number }[] = []
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!(input instanceof Request)) return fetch(input, init)
    const call: (typeof sent)[number] = { path: new URL(input.url).pathname }
    sent.push(call)
    const response = await fetch(input, init)
    call.status = response.status
    return response
  })
  return {
    all: () => sent.length,
    // A 401 before a refresh: the access token expires in these minutes, and nothing was done.
    own: () => sent.filter(({ path, status }) => form.test(path) && status !== 401).length,
    statuses: () => sent.filter(({ path }) => form.test(path)).map(({ status }) => status ?? 'none'),
  }
}

/** Passes time for page and platform, with time for answers in between. */
const pass = async (page: RenderedRoute, seconds: number, step = 1): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += step) {
    page.pass(step * 1000)
    await act(() => new Promise(resolve => setTimeout(resolve, 5)))
  }
}

/** Until the retries of what was asked for have ended, which take time of the page and real time. */
const passRetries = async (page: RenderedRoute): Promise<void> => {
  for (let passed = 0; passed < 30 && page.queryClient.isFetching() > 0; passed += 1) await pass(page, 1)
}

const open = async (id: OperationId, { path, as, scenario, setUp }: Action) => {
  const page = await renderRoute(path, { clock: 'held', ...(as && { as }), ...(scenario && { scenario }) })
  await findTitle()
  await setUp?.()
  await pass(page, 1)
  return { page, sent: countSent(id) }
}

const expectTruth = (id: OperationId, name: FaultName) => {
  const shown = getText(document.body)
  for (const words of [nonsense, falseWords]) expect(shown).not.toMatch(words)
  if (!isHung(name) && name !== 'a body cut off') expect(shown).not.toMatch(noAnswerWords)
  if (id === 'login') return
  expect(localStorage.getItem('token'), 'the session').not.toBeNull()
  expect(api.session.getState()).toMatchObject({ status: 'authenticated', endedBecause: null })
}

test.each(actions)(
  'N18 A04 %s: broken answers sign nobody out, are told truly, and repeat nothing',
  async (id, action) => {
    let opened: Awaited<ReturnType<typeof open>> | null = null
    const run = async (name: FaultName) => {
      opened ??= await open(id, action)
      const { page, sent } = opened
      const { db } = page.platform
      // What the fault before has said stays for a second, and the page's minutes take less.
      act(announcements.clear)
      const [own, all] = [sent.own(), sent.all()]
      db.faults.add(id, faults[name], Number.POSITIVE_INFINITY)
      await action.trigger(page)
      await waitFor(() => expect(sent.own()).toBeGreaterThan(own))
      await pass(page, 8)
      expectTruth(id, name)
      await pass(page, 10)
      expectTruth(id, name)
      if (isHung(name) && id !== 'refreshSession' && id !== 'checkPayment')
        expect(getText(document.body)).toMatch(slowWords)
      if (!isHung(name)) await passRetries(page)
      expect(sent.own() - own, `sent: ${sent.statuses()}`).toBeLessThanOrEqual(action.most ?? 1)
      const soFar = sent.own()
      await pass(page, 60, 5)
      expectTruth(id, name)
      expect(sent.own(), `repeated later: ${sent.statuses()}`).toBe(soFar)
      expect(sent.all() - all, 'all calls of a minute').toBeLessThan(60)
      db.faults.clear()
      await action.recover?.(name)
      await pass(page, 3)
      expectTruth(id, name)
      if (!action.isUsedUp(name)) {
        await waitFor(() =>
          expect([page.queryClient.isFetching(), page.queryClient.isMutating()]).toEqual([0, 0]),
        )
        return
      }
      if (!isHung(name) || id === 'refreshSession') await waitFor(action.expectSuccess)
      page.close()
      vi.restoreAllMocks()
      opened = null
    }
    vi.spyOn(console, 'error').mockReturnValue()
    // Every other fault: each one meets at least three actions.
    const row = actions.findIndex(([name]) => name === id)
    const names = faultNames.filter((_, at) => isFull || (at + row) % 2 === 0)
    for (const name of names)
      await run(name).catch((error: Error) => {
        error.message = `${id}, ${name}: ${error.message}\nThe page: ${getText(main()).slice(0, 600)}`
        throw error
      })
    const { page } = opened ?? (await open(id, action))
    await action.trigger(page)
    await waitFor(action.expectSuccess)
    vi.restoreAllMocks()
  },
  180_000,
)
