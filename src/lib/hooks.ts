import {
  type EffectCallback,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { announce } from './announce'
import { type Clock, clock } from './clock'
import { afterPaint } from './run-when-idle'
import { serverClock } from './server-clock'

/** Runs after a render in which the value has changed, so not on mount. */
export const useOnChange = <Value>(value: Value, run: (previous: Value) => void): void => {
  const latest = useRef(value)
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    const previous = latest.current
    latest.current = value
    if (!Object.is(previous, value)) runLatest(previous)
  }, [value])
}

export const useOnUnmount = (run: () => void): void => {
  const runLatest = useEffectEvent(run)
  useEffect(() => () => runLatest(), [])
}

/** Calls the latest listener while `isActive`. Subscribes once, so the source must stay the same. */
export const useSubscription = <Args extends unknown[], Result>(
  subscribe: (listener: (...args: Args) => Result) => ReturnType<EffectCallback>,
  listener: (...args: Args) => Result,
  isActive = true,
): void => {
  const start = useEffectEvent(subscribe)
  const runLatest = useEffectEvent(listener)
  useEffect(() => (isActive ? start((...args) => runLatest(...args)) : undefined), [isActive])
}

type EventsOf<Target> = Target extends Window ? WindowEventMap : DocumentEventMap

export const useEventListener = <
  Target extends Window | Document,
  Type extends keyof EventsOf<Target> & string,
>(
  target: Target,
  type: Type,
  listener: (event: EventsOf<Target>[Type]) => void,
  isActive = true,
): void =>
  useSubscription(
    (run: (event: Event) => void) => {
      target.addEventListener(type, run)
      return () => target.removeEventListener(type, run)
    },
    event => listener(event as EventsOf<Target>[Type]),
    isActive,
  )

const useTimer = (start: Clock['after'], ms: number | null, run: () => void, key: unknown): void => {
  const runLatest = useEffectEvent(run)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key starts the timer again.
  useEffect(() => (ms === null ? undefined : start(ms, () => runLatest())), [start, ms, key])
}

/** Runs once after that time; null stops it, another key starts it again. */
export const useTimeout = (ms: number | null, run: () => void, key?: unknown): void =>
  useTimer(clock.after, ms, run, key)

/** Runs each time that this much has passed; null stops it, another key starts it again. */
export const useInterval = (ms: number | null, run: () => void, key?: unknown): void =>
  useTimer(clock.every, ms, run, key)

/** After this the page says that the answer is late. */
const SLOW_AFTER_MS = 10_000

/** Whether something has been pending for longer than `delayMs`. */
export const useIsSlow = (isPending: boolean, delayMs = SLOW_AFTER_MS): boolean => {
  const [isSlow, setSlow] = useState(false)
  if (isSlow && !isPending) setSlow(false)
  useTimeout(isPending ? delayMs : null, () => setSlow(true))
  return isSlow
}

/** Returns whether the component has unmounted; then a result needs a toast. */
export const useIsUnmounted = (): (() => boolean) => {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return () => isUnmounted.current
}

/** For callbacks that stay the same between renders. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Focuses the first invalid field after an error, or announces its description if it has focus already. */
export const useFocusFirstInvalid = (problem: unknown): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!problem) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!field) return
    if (field !== document.activeElement) return field.focus()
    const [errorId = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
    announce(document.getElementById(errorId)?.textContent ?? '', 'assertive')
  }, [problem])
  return form
}

/**
 * A value stored elsewhere, such as in the URL: a choice is shown at once and stored after the next paint, because
 * updating a long page takes a moment. Of several quick choices only the last is stored.
 */
export const useOptimisticValue = <Value>(
  stored: Value,
  store: (value: Value) => void,
): [shown: Value, choose: (value: Value) => void] => {
  const [pending, setPending] = useState<{ value: Value; replaces: Value } | null>(null)
  const latest = useLatest(stored)
  const commit = useEffectEvent(store)
  useEffect(() => {
    if (!pending) return
    let isCurrent = true
    afterPaint(() => isCurrent && commit(pending.value))
    return () => {
      // There is a later choice, or the URL belongs to the next page.
      isCurrent = false
    }
  }, [pending])
  const choose = useCallback((value: Value) => setPending({ value, replaces: latest.current }), [])
  return [pending && Object.is(pending.replaces, stored) ? pending.value : stored, choose]
}

const SECOND_MS = 1000
/** Timers may fire slightly early. */
const TIMER_SLACK_MS = 5

const getWholeSecond = (): number => Math.floor(serverClock.now() / SECOND_MS) * SECOND_MS

/** Server time in whole seconds while `isTicking`, so that countdowns agree between tabs. */
export const useServerSecond = (isTicking: boolean): number => {
  const [now, setNow] = useState(getWholeSecond)
  useEffect(() => {
    let stop = () => {}
    const tick = () => {
      setNow(getWholeSecond())
      if (isTicking) stop = clock.after(SECOND_MS - (serverClock.now() % SECOND_MS) + TIMER_SLACK_MS, tick)
    }
    tick()
    return () => stop()
  }, [isTicking])
  return now
}

/** More than one screen of rows; rendered at once, and then again in each step. */
const ROWS_PER_STEP = 40

/** Grows in steps; restarts when the key changes. */
const useGradualEnd = (total: number, key: unknown, initialEnd: number, step: number): number => {
  const [state, setState] = useState({ key, end: initialEnd })
  let current = state
  if (!Object.is(state.key, key)) {
    current = { key, end: step }
    setState(current)
  }
  const { end } = current
  useEffect(() => {
    if (end >= total) return
    return clock.after(0, () => startTransition(() => setState({ key, end: end + step })))
  }, [end, total, key, step])
  return end
}

/**
 * How many rows to render: the first screen at once, the rest in steps, because rendering a thousand at once blocks
 * input for a second or two (M01). Restarts when the key changes, for example by a filter.
 */
export const useGradualCount = (total: number, key?: unknown, step = ROWS_PER_STEP): number =>
  Math.min(useGradualEnd(total, key, step, step), total)

/** By row: on a change, as of the language, the first rows get the new value at once, the rest in steps. */
export const useGradualValue = <Value>(value: Value, total: number): ((index: number) => Value) => {
  const [values, setValues] = useState({ current: value, before: value })
  let shown = values
  if (!Object.is(values.current, value)) {
    shown = { current: value, before: values.current }
    setValues(shown)
  }
  const end = useGradualEnd(total, value, Number.POSITIVE_INFINITY, ROWS_PER_STEP)
  return index => (index < end ? shown.current : shown.before)
}

/**
 * Sets a `data-` attribute on the root element while mounted, for page-wide styles. `:root:has(...)` would make
 * browsers recompute styles of the whole document for every added row (a third of the style time of a long
 * leaderboard).
 */
export const useRootDataAttribute = (
  name: 'withExamBar' | 'withBottomBar' | 'withPresenter' | 'printDialog',
  isOn = true,
): void =>
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    dataset[name] = ''
    return () => {
      delete dataset[name]
    }
  }, [name, isOn])

const DEBOUNCE_MS = 250

/** Text of a field stored in the URL, which follows after a pause; external changes (Back) update the field. */
export const useUrlText = (
  urlText: string,
  updateUrl: (text: string) => void,
): [text: string, setText: (text: string) => void] => {
  const [text, setText] = useState(urlText)
  const lastSent = useRef(urlText)
  const updateLatest = useEffectEvent(updateUrl)
  useOnChange(urlText, () => {
    if (urlText === lastSent.current) return
    lastSent.current = urlText
    setText(urlText)
  })
  useEffect(() => {
    if (text === lastSent.current) return
    return clock.after(DEBOUNCE_MS, () => {
      lastSent.current = text
      updateLatest(text)
    })
  }, [text])
  return [text, setText]
}

/** Announces the text when the key changes, not on mount. A delay joins changes; null waits until it is known. */
export const useAnnounceChange = (key: string, text: string, delayMs: number | null = 0): void => {
  const announcedKey = useRef(key)
  useEffect(() => {
    if (announcedKey.current === key || delayMs === null) return undefined
    const announceNow = () => {
      announcedKey.current = key
      announce(text, 'polite')
    }
    if (delayMs > 0) return clock.after(delayMs, announceNow)
    announceNow()
    return undefined
  }, [key, text, delayMs])
}
