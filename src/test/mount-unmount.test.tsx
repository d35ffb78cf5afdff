import { act, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import type { ScenarioName } from '../../mocks/platform/scenarios'
import { setClock } from '../lib/clock'
import { renderRoute } from './render-route'

interface Visitor {
  as?: PersonaName
  scenario?: ScenarioName
  pages: readonly string[]
}

/** Every page, by who sees it. In a real browser `npm run bench -- soak` goes 2,000 times to those of a student's day. */
const visitors: Record<string, Visitor> = {
  'a student': {
    as: 'student',
    scenario: 'labRunning',
    pages: [
      '/',
      '/groups',
      '/group/1',
      '/group/1/task/104',
      '/group/1/leaderboard',
      '/competencies',
      '/contacts',
    ],
  },
  'an administrator': { as: 'admin', pages: ['/group/1?tab=lms'] },
  'a candidate in an exam': { as: 'candidate', scenario: 'examRunning', pages: ['/group/5'] },
  'a guest': {
    pages: [
      '/legal',
      '/login',
      '/registration',
      '/reset-password',
      '/new-password?token=reset-demo-token',
      '/invite/AUTUMN-2026',
      '/profile/nobodys-link',
    ],
  },
}

const isFull = process.env.FLAGSHIP_TESTS === 'full'
/** One is as good as a thousand for what a page never stops; more find what it stops nearly always. */
const rounds = isFull ? 200 : 2

/** A page without parts of its own. */
const elsewhere = '/no-such-page'

interface Followed {
  /** What still goes on, each as what it is and where it began. */
  alive: () => string[]
  /** Calls that were followed, ended or not. */
  calls: () => number
}

/** Follows what the page sets going. */
const followLive = (where: () => string): Followed => {
  const live = new Map<unknown, string>()
  let calls = 0
  const begin = (what: unknown, kind: string) => live.set(what, `${kind} of ${where()}`)
  setClock({
    timer: (delay, run) => {
      const own = {}
      begin(own, 'a timer')
      const id = setTimeout(() => {
        live.delete(own)
        run()
      }, delay)
      return () => {
        live.delete(own)
        clearTimeout(id)
      }
    },
  })
  const { setInterval, clearInterval, fetch, ResizeObserver, IntersectionObserver } = globalThis
  const { observe, disconnect } = MutationObserver.prototype
  /** jsdom has no layout, so that these two never have anything to tell. */
  class SilentObserver {
    observe() {
      begin(this, 'an observer')
    }
    unobserve() {}
    takeRecords() {
      return []
    }
    disconnect() {
      live.delete(this)
    }
  }
  Object.assign(globalThis, {
    ResizeObserver: SilentObserver,
    IntersectionObserver: SilentObserver,
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given)
      begin(id, 'an interval')
      return id
    },
    clearInterval: (id: ReturnType<typeof setInterval>) => {
      live.delete(id)
      clearInterval(id)
    },
    fetch: async (...given: Parameters<typeof fetch>) => {
      const call = {}
      calls += 1
      begin(call, 'a call')
      try {
        return await fetch(...given)
      } finally {
        live.delete(call)
      }
    },
  })
  Object.assign(MutationObserver.prototype, {
    observe(this: MutationObserver, ...given: Parameters<typeof observe>) {
      begin(this, 'an observer')
      observe.apply(this, given)
    },
    disconnect(this: MutationObserver) {
      live.delete(this)
      disconnect.apply(this)
    },
  })
  onTestFinished(() => {
    setClock(null)
    Object.assign(globalThis, { setInterval, clearInterval, fetch, ResizeObserver, IntersectionObserver })
    Object.assign(MutationObserver.prototype, { observe, disconnect })
  })
  return { alive: () => [...live.values()], calls: () => calls }
}

test.each(Object.entries(visitors))(
  'M03 %s comes to each page and leaves it, and nothing of it goes on',
  async (_, { as, scenario, pages }) => {
    let where = elsewhere
    let followed: Followed | undefined
    const page = await renderRoute(elsewhere, {
      ...(as && { as }),
      ...(scenario && { scenario }),
      prepare: () => {
        followed = followLive(() => where)
      },
    })
    const title = () => document.querySelector('h1')?.textContent ?? ''
    await waitFor(() => expect(title()).not.toBe(''))
    const lost = title()
    const go = async (path: string) => {
      where = path
      await act(() => page.router.navigate({ href: path }))
      // A page that is left before it is there, or before its answers are, has nothing to stop yet.
      await waitFor(() => {
        expect(title()).toEqual(path === elsewhere ? lost : expect.not.stringMatching(`^(?:${lost})?$`))
        expect(page.queryClient.isFetching()).toBe(0)
      })
      expect(page.router.state.location.pathname).toBe(path.split('?')[0])
    }
    for (const path of pages) {
      for (let round = 0; round < rounds; round += 1) {
        await go(path)
        await go(elsewhere)
      }
    }
    expect(followed?.calls()).toBeGreaterThan(0)
    page.close()
    // Not `waitFor`, which has an interval and an observer of its own.
    for (let look = 0; look < 300 && followed?.alive().length !== 0; look += 1)
      await new Promise(next => setTimeout(next, 10))
    expect(followed?.alive()).toEqual([])
  },
  isFull ? 1_800_000 : 60_000,
)
