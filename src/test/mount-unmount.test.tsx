import { act, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { isFull } from '../../scripts/lib/sampling'
import { setClock } from '../lib/clock'
import { pages, type TestPage } from './pages'
import { renderRoute } from './render-route'

/**
 * All pages, by user: `candidate examRunning`; a student has a lab, which is polled on each page. `npm run bench -- soak` repeats
 * them 2,000 times in a browser.
 */
const visitors = new Map<string, TestPage[]>()
for (const page of pages) {
  const scenario = page.scenario ?? (page.as === 'student' ? 'labRunning' : undefined)
  const name = `${page.as ?? 'a guest'} ${scenario ?? ''}`.trim()
  visitors.set(name, [...(visitors.get(name) ?? []), { ...page, ...(scenario && { scenario }) }])
}

/** Two rounds find what is never stopped; more find what is sometimes not stopped. */
const rounds = isFull ? 200 : 2

const EMPTY_PAGE = '/no-such-page'

interface Tracker {
  /** Kind and page of timers, observers and calls that are still active. */
  getActive: () => string[]
  /** The number of calls so far. */
  countCalls: () => number
}

/** Tracks timers, observers and calls. */
const trackResources = (where: () => string): Tracker => {
  const active = new Map<unknown, string>()
  let calls = 0
  const add = (what: unknown, kind: string) => active.set(what, `${kind} of ${where()}`)
  setClock({
    timer: (delay, run) => {
      const own = {}
      add(own, 'a timer')
      const id = setTimeout(() => {
        active.delete(own)
        run()
      }, delay)
      return () => {
        active.delete(own)
        clearTimeout(id)
      }
    },
  })
  const { setInterval, clearInterval, fetch, ResizeObserver, IntersectionObserver } = globalThis
  const { observe, disconnect } = MutationObserver.prototype
  /** Never calls back, because jsdom has no layout. */
  class SilentObserver {
    observe() {
      add(this, 'an observer')
    }
    unobserve() {}
    takeRecords() {
      return []
    }
    disconnect() {
      active.delete(this)
    }
  }
  Object.assign(globalThis, {
    ResizeObserver: SilentObserver,
    IntersectionObserver: SilentObserver,
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given)
      add(id, 'an interval')
      return id
    },
    clearInterval: (id: ReturnType<typeof setInterval>) => {
      active.delete(id)
      clearInterval(id)
    },
    fetch: async (...given: Parameters<typeof fetch>) => {
      const call = {}
      calls += 1
      add(call, 'a call')
      try {
        return await fetch(...given)
      } finally {
        active.delete(call)
      }
    },
  })
  Object.assign(MutationObserver.prototype, {
    observe(this: MutationObserver, ...given: Parameters<typeof observe>) {
      add(this, 'an observer')
      observe.apply(this, given)
    },
    disconnect(this: MutationObserver) {
      active.delete(this)
      disconnect.apply(this)
    },
  })
  onTestFinished(() => {
    setClock(null)
    Object.assign(globalThis, { setInterval, clearInterval, fetch, ResizeObserver, IntersectionObserver })
    Object.assign(MutationObserver.prototype, { observe, disconnect })
  })
  return { getActive: () => [...active.values()], countCalls: () => calls }
}

test.each([...visitors])(
  'M03 %s visits and leaves each page, and nothing stays active',
  async (_, visits) => {
    const { as, scenario } = visits[0] ?? {}
    let where = EMPTY_PAGE
    let tracker: Tracker | undefined
    const page = await renderRoute(EMPTY_PAGE, {
      ...(as && { as }),
      ...(scenario && { scenario }),
      prepare: () => {
        tracker = trackResources(() => where)
      },
    })
    const title = () => document.querySelector('h1')?.textContent ?? ''
    await waitFor(() => expect(title()).not.toBe(''))
    const emptyTitle = title()
    const go = async (path: string, endsAt = path) => {
      where = path
      await act(() => page.router.navigate({ href: path }))
      // Wait for the page and its data: before that it has nothing to stop.
      await waitFor(() => {
        expect(title()).toEqual(
          path === EMPTY_PAGE ? emptyTitle : expect.not.stringMatching(`^(?:${emptyTitle})?$`),
        )
        expect(page.queryClient.isFetching()).toBe(0)
      })
      expect(page.router.state.location.pathname).toBe(endsAt.split('?')[0])
    }
    for (const { path, endsAt } of visits) {
      for (let round = 0; round < rounds; round += 1) {
        await go(path, endsAt)
        await go(EMPTY_PAGE)
      }
    }
    expect(tracker?.countCalls()).toBeGreaterThan(0)
    page.close()
    // Not `waitFor`, which uses an interval and an observer itself.
    for (let poll = 0; poll < 300 && tracker?.getActive().length !== 0; poll += 1)
      await new Promise(next => setTimeout(next, 10))
    expect(tracker?.getActive()).toEqual([])
  },
  isFull ? 1_800_000 : 60_000,
)
