/** The probe of a soak test: virtual time, and counters of live objects. */
interface SoakProbe {
  /** Advances time at once; due timers run once, as after a sleep. */
  leap(milliseconds: number): void
  /** Pending timers, and active observers. */
  alive(): { timers: number; observers: number }
  /**
   * Clicks a selector (nothing for ''), and waits for another one. Rejects after ten seconds. `inside` looks into
   * the terminal's frame instead, for a line that ends like a prompt.
   */
  step(click: string, until: string, inside?: boolean): Promise<void>
}

declare global {
  interface Window {
    soakProbe: SoakProbe
  }
}

/**
 * Runs in the page before its first script; frames keep their own time. Timers are replaced, so that they can be
 * counted and an hour passes at once: Playwright's clock records every advance, which looks like a leak.
 */
export function installSoakProbe(): void {
  if (window.parent !== window) return
  type Timer = { due: number; period: number | null; run: () => void; handle: number }
  const machine = {
    set: window.setTimeout.bind(window),
    clear: window.clearTimeout.bind(window),
    elapsed: performance.now.bind(performance),
    now: Date.now.bind(Date),
  }
  let ahead = 0
  let last = 0
  const timers = new Map<number, Timer>()
  const elapsed = () => machine.elapsed() + ahead
  performance.now = elapsed
  Date.now = () => Math.round(machine.now() + ahead)

  const arm = (id: number, timer: Timer) => {
    machine.clear(timer.handle)
    timer.handle = machine.set(() => fire(id), Math.max(0, timer.due - elapsed())) as unknown as number
  }
  const fire = (id: number) => {
    const timer = timers.get(id)
    if (!timer) return
    if (timer.period === null) timers.delete(id)
    else {
      timer.due = elapsed() + timer.period
      arm(id, timer)
    }
    timer.run()
  }
  const add = (run: unknown, delay: unknown, isRepeated: boolean, rest: unknown[]) => {
    if (typeof run !== 'function') throw new TypeError('Only functions, as the policy of the page has it.')
    const wait = Math.max(0, Number(delay) || 0)
    const period = isRepeated ? Math.max(1, wait) : null
    last += 1
    const timer = { due: elapsed() + wait, period, run: () => run(...rest), handle: 0 }
    timers.set(last, timer)
    arm(last, timer)
    return last
  }
  const remove = (id: unknown) => {
    const timer = timers.get(Number(id))
    if (!timer) return
    machine.clear(timer.handle)
    timers.delete(Number(id))
  }
  const own = {
    setTimeout: (run: unknown, delay?: unknown, ...rest: unknown[]) => add(run, delay, false, rest),
    setInterval: (run: unknown, delay?: unknown, ...rest: unknown[]) => add(run, delay, true, rest),
    clearTimeout: remove,
    clearInterval: remove,
  }
  Object.assign(window, own)

  const observing = new Set<object>()
  for (const name of ['IntersectionObserver', 'ResizeObserver', 'MutationObserver'] as const) {
    const { prototype } = window[name]
    const { observe, disconnect } = prototype as unknown as Record<'observe' | 'disconnect', () => void>
    Object.assign(prototype, {
      observe(this: object, ...given: []) {
        observing.add(this)
        return observe.apply(this, given)
      },
      disconnect(this: object) {
        observing.delete(this)
        return disconnect.apply(this)
      },
    })
  }

  const isThere = (selector: string, inside: boolean) => {
    if (!inside) return document.querySelector(selector) !== null
    const frame = document.querySelector<HTMLIFrameElement>('#terminal-frame')
    const rows = frame?.contentDocument?.querySelector(selector)?.textContent ?? ''
    return /[$#]\s*$/.test(rows)
  }
  window.soakProbe = {
    leap: milliseconds => {
      ahead += milliseconds
      const due = [...timers].filter(([, timer]) => timer.due <= elapsed())
      for (const [id, timer] of timers) arm(id, timer)
      for (const [id] of due.sort(([, one], [, other]) => one.due - other.due)) fire(id)
    },
    alive: () => ({ timers: timers.size, observers: observing.size }),
    step: (click, until, inside = false) =>
      new Promise((done, fail) => {
        const end = machine.elapsed() + 10_000
        let isClicked = click === ''
        const look = () => {
          const target = isClicked ? null : document.querySelector<HTMLElement>(click)
          if (target) {
            isClicked = true
            target.click()
          }
          if (isClicked && isThere(until, inside)) done()
          else if (machine.elapsed() > end) fail(new Error(`${isClicked ? until : click} is not there.`))
          else machine.set(look, 4)
        }
        look()
      }),
  }
}
