import { nearest } from '../../../packages/contract/similar-names'
import { applyControl, getPlatformState, listOperations } from '../../control/controls'
import type { BrowserControls, BrowserState, ControlChange } from '../../control/mock-controls'
import { openSnapshot, readSnapshotFile, writeSnapshotFile } from '../../control/snapshot-file'
import { findStart, listStarts } from '../../control/starts'
import type { Db } from '../../platform/db'
import { loginPersonas, type Persona, personas } from '../../platform/personas'
import type { SessionRow, SettingsRow } from '../../platform/rows'
import { refreshCookie, startSession } from '../../platform/sessions'
import type { RecordedScenario } from '../../recordings/recorded-scenario'
import type { CookieJar } from '../../run/cookies'
import type { SharedDb } from './shared-db'

/** What the simulated platform needs from the application. */
export interface AppIntegration {
  /** Every local storage key of the application. */
  storageKeys: readonly string[]
  /** The keys that hold data of the signed-in user. */
  perUserKeys: readonly string[]
  /** Sets the language (`ru`, `en`) for the next page load. */
  saveLanguage: (language: string) => void
}

/** The controls' access to the page: its URL, its local storage and the other tabs. */
export interface PageAccess {
  /** Path, search and hash. */
  path(): string
  /** Loads a path of the site; anything else loads the home page. */
  navigate(path: string): void
  /** Reloads all other tabs, which may hold a previous user or database in memory. */
  reloadOtherTabs(): void
  language(): string
  theme(): string
  saveLanguage(language: string): void
  /** The application's local storage, by key. */
  readStorage(): Record<string, string>
  /** Replaces the application's local storage. */
  writeStorage(values: Readonly<Record<string, string>>): void
  /** Removes the previous user's data; with a token, the next page load is signed in. */
  setToken(token: string | null): void
}

/** The local storage key of the application's refresh token. */
const tokenKey = 'token'

/** `channel` reaches other tabs; absent where BroadcastChannel is not supported. */
export function createPageAccess(
  { storageKeys, perUserKeys, saveLanguage }: AppIntegration,
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  scope: Pick<Window, 'location' | 'localStorage' | 'document'> = window,
): PageAccess {
  const { location, localStorage, document } = scope
  // Another tab has called `reloadOtherTabs`.
  channel?.addEventListener('message', () => location.reload())
  /** Never removes a key before setting it: other tabs sign out as soon as the token is missing. */
  const writeKeys = (keys: readonly string[], values: Readonly<Record<string, unknown>>) => {
    for (const key of keys) {
      const value = values[key]
      if (typeof value === 'string') localStorage.setItem(key, value)
      else localStorage.removeItem(key)
    }
  }
  return {
    path: () => location.href.slice(location.origin.length),
    navigate: path => {
      const address = new URL(path, location.origin)
      const isSameOrigin = path.startsWith('/') && address.origin === location.origin
      const target = isSameOrigin ? address.href : `${location.origin}/`
      if (target === location.href) location.reload()
      else location.assign(target)
    },
    reloadOtherTabs: () => channel?.postMessage(null),
    language: () => document.documentElement.lang,
    theme: () => localStorage.getItem('theme') ?? 'system',
    saveLanguage,
    readStorage: () => {
      const found = storageKeys.flatMap(key => {
        const value = localStorage.getItem(key)
        return value === null ? [] : [[key, value]]
      })
      return Object.fromEntries(found)
    },
    writeStorage: values => writeKeys(storageKeys, values),
    setToken: token => writeKeys([...perUserKeys, tokenKey], { [tokenKey]: token }),
  }
}

/**
 * Applies the start that the URL names, as in `/groups?scenario=emptyAccount&seed=2`, and removes it from the URL so
 * that a reload keeps the state. The home page without other parameters is replaced by the start's own page. An unknown
 * name is reported and changes nothing.
 */
export async function startFromUrl(
  controls: Pick<HostControls, 'applyStart' | 'starts' | 'reportProblem'>,
  page: Pick<Window, 'location' | 'history'> = window,
): Promise<void> {
  const address = new URL(page.location.href)
  const { searchParams } = address
  const name = searchParams.get('scenario')
  if (name === null) return
  const seed = searchParams.get('seed') ?? undefined
  searchParams.delete('scenario')
  searchParams.delete('seed')
  const isHome = address.pathname === '/' && address.search === ''
  try {
    const path = await controls.applyStart(name, seed)
    page.history.replaceState(null, '', isHome ? path : address.href)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.warn(message)
    controls.reportProblem(describeUnknown(name, controls.starts) ?? message)
    page.history.replaceState(null, '', address.href)
  }
}

/** A short message for the toolbar; the console lists every name. */
function describeUnknown(name: string, starts: HostControls['starts']): string | undefined {
  const names = starts.map(start => start.name)
  if (names.includes(name)) return undefined
  const suggestion = nearest(name, names)
  return `There is no scenario ${name}${suggestion ? `: did you mean ${suggestion}?` : '.'} The developer panel lists all of them.`
}

export interface ControlDeps {
  shared: SharedDb
  page: PageAccess
  recordings: readonly RecordedScenario[]
  /** Default settings of every new database. */
  settings: Partial<SettingsRow>
}

/** The developer panel's controls, and those that only `browser.ts` calls. */
export interface HostControls extends BrowserControls {
  /** Resets the database to a start without navigating; returns the path of its page. */
  applyStart(name: string, seed?: string): Promise<string>
  /** Shows an error message in the developer panel. */
  reportProblem(message: string): void
  /** A message when requests no longer reach the platform, null when they do again. */
  reportUnmocked(message: string | null): void
}

export function createControls(deps: ControlDeps): HostControls {
  const { shared, page, recordings, settings } = deps
  const { db } = shared
  const store = createStateStore(shared)
  const unmocked = createUnmockedStore()
  const apply = (change: ControlChange) => shared.runExclusive(async () => applyControl(db(), change))

  /** The snapshot of another machine may be playing a recording that is missing here. */
  const availableRecordings = (): RecordedScenario[] => {
    const played = db().tables.recordings.values()
    return [...recordings, ...played.filter(({ name }) => recordings.every(one => one.name !== name))]
  }

  const applyStart = async (name: string, seed = '1'): Promise<string> => {
    const { persona, scenario, startedAt, path, prepare } = findStart(name, availableRecordings())
    let token: string | null = null
    await shared.reset({
      seed,
      scenario,
      ...(startedAt !== undefined && { startedAt }),
      prepare: (next, jar) => {
        prepare(next)
        token = persona === null ? null : signInAs(next, jar, persona)
      },
    })
    page.setToken(token)
    page.reloadOtherTabs()
    return path
  }

  const signIn = async (persona: string | null) => {
    const token = await shared.runExclusive(async () => {
      // Revoke the old session: other tabs may still use it.
      const session = findSession(db(), shared.jar)
      if (session) db().tables.sessions.patch(session.id, { revoked: true })
      shared.jar.restore([])
      return persona === null ? null : signInAs(db(), shared.jar, persona)
    })
    page.setToken(token)
    page.reloadOtherTabs()
    // Reloads the page.
    page.navigate(page.path())
  }

  const reset = async () => {
    const { seed, scenario, start, username } = store.state()
    if (start !== null) return page.navigate(await applyStart(start, seed))
    await shared.reset({ seed, scenario })
    return signIn(isPersona(username) ? username : null)
  }

  const importSnapshot = async (text: string) => {
    const file = readSnapshotFile(text)
    await shared.loadSnapshot(openSnapshot(file, { settings }).exportSnapshot(), file.cookies)
    page.writeStorage(file.storage)
    page.saveLanguage(file.language)
    page.reloadOtherTabs()
    page.navigate(file.path)
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    now: () => db().now(),
    applyStart,
    start: async (name, seed) => page.navigate(await applyStart(name, seed)),
    signIn,
    reset,
    clock: clock => apply({ clock }),
    addFault: (operationId, fault, times) => apply({ fault: { operationId, fault, times } }),
    removeFault: id => apply({ removeFault: id }),
    clearFaults: () => apply({ clearFaults: true }),
    setChaos: chaos => apply({ chaos }),
    setLatency: latency => apply({ latency }),
    setNetwork: network => apply({ network }),
    exportSnapshot: () =>
      shared.runExclusive(async () => {
        const context = { storage: page.readStorage(), path: page.path(), language: page.language() }
        const cookies = shared.jar.toJSON()
        return writeSnapshotFile(db(), { ...context, cookies, theme: page.theme() })
      }),
    importSnapshot,
    operations: listOperations(),
    starts: listStarts(recordings),
    personas: loginPersonas,
    onUnmocked: unmocked.listen,
    reportUnmocked: unmocked.notify,
    reportProblem: store.reportProblem,
  }
}

function isPersona(name: string | null): name is keyof typeof personas {
  return name !== null && Object.hasOwn(personas, name)
}

/** Signs a persona in as a login would; returns the refresh token. */
function signInAs(db: Db, jar: CookieJar, name: string): string {
  if (!isPersona(name)) throw new Error(`There is no ${name}; there are ${Object.keys(personas).join(', ')}.`)
  const { id }: Persona = personas[name]
  const tokens = startSession(db, id)
  jar.store([refreshCookie(db, tokens)])
  return tokens.refresh_token
}

/** The active session of this browser, by its refresh cookie. */
function findSession(db: Db, jar: CookieJar): SessionRow | undefined {
  const [, id] = jar.read('/api/auth/refresh').refresh_token?.split('_') ?? []
  const session = db.tables.sessions.get(Number(id))
  return session && !session.revoked && session.expires_at > db.now() ? session : undefined
}

function findUsername(db: Db, jar: CookieJar): string | null {
  const session = findSession(db, jar)
  return (session && db.tables.users.get(session.user_id)?.username) ?? null
}

/** Keeps the same state object until something other than the passing time changes. */
function createStateStore({ db, jar, onChange }: SharedDb) {
  const listeners = new Set<() => void>()
  let problem: string | null = null
  const read = (): { state: BrowserState; key: string } => {
    const state = { ...getPlatformState(db()), username: findUsername(db(), jar), problem }
    return { state, key: JSON.stringify([{ ...state, now: '' }, db().tables.clock.get('clock')]) }
  }
  let current = read()
  const update = () => {
    const next = read()
    if (next.key === current.key) return
    current = next
    for (const listener of listeners) listener()
  }
  onChange(update)
  return {
    state: () => current.state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    reportProblem: (message: string) => {
      problem = message
      update()
    },
  }
}

function createUnmockedStore() {
  const listeners = new Set<(message: string | null) => void>()
  let last: string | null = null
  return {
    listen: (listener: (message: string | null) => void) => {
      listeners.add(listener)
      if (last !== null) listener(last)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: (message: string | null) => {
      if (message === last) return
      last = message
      for (const listener of listeners) listener(message)
    },
  }
}
