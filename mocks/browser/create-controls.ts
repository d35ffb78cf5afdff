import { applyControl } from '../control/apply-control'
import type { BrowserControls, BrowserState } from '../control/browser-controls'
import type { ControlChange } from '../control/mock-controls'
import { operationFacts, stateOf } from '../control/platform-state'
import { openSnapshot, readSnapshotFile, writeSnapshotFile } from '../control/snapshot-file'
import { findStart, startFacts } from '../control/starts'
import type { Db } from '../platform/db'
import { offeredPersonas } from '../platform/persona-offers'
import { type Persona, personas } from '../platform/personas'
import type { SessionRow, SettingsRow } from '../platform/rows'
import { refreshCookie, startSession } from '../platform/sessions'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { CookieJar } from '../run/cookies'
import type { ControlledPage } from './controlled-page'
import type { SharedDb } from './shared-db'

export interface ControlParts {
  shared: SharedDb
  page: ControlledPage
  recordings: readonly RecordedScenario[]
  /** What every database of this host begins with. */
  settings: Partial<SettingsRow>
}

/** The controls of a browser, and what its host alone may do. */
export interface HostControls extends BrowserControls {
  /** Begins a start without loading a page here; returns the path that shows it. */
  begin(name: string, seed?: string): Promise<string>
  /** Shows one sentence that something was asked for in vain. */
  tellTrouble(sentence: string): void
  tellUnmocked(sentence: string | null): void
}

/** Makes the controls of the platform that this tab shares with the others. */
export function createControls(parts: ControlParts): HostControls {
  const { shared, page, recordings, settings } = parts
  const { db } = shared
  const shown = createShownState(shared)
  const unmocked = createUnmocked()
  const apply = (change: ControlChange) => shared.exclusively(async () => applyControl(db(), change))

  /** Those of this code, and the one that plays: it may have come by a snapshot from where it was recorded. */
  const known = (): RecordedScenario[] => {
    const playing = db().tables.recordings.values()
    return [...recordings, ...playing.filter(({ name }) => recordings.every(one => one.name !== name))]
  }

  const begin = async (name: string, seed = '1'): Promise<string> => {
    const { persona, scenario, startedAt, path, lay } = findStart(name, known())
    let token: string | null = null
    await shared.reset({
      seed,
      scenario,
      ...(startedAt !== undefined && { startedAt }),
      lay: (begun, jar) => {
        lay(begun)
        token = persona === null ? null : signInto(begun, jar, persona)
      },
    })
    page.keepToken(token)
    page.loadOthers()
    return path
  }

  const signIn = async (persona: string | null) => {
    const token = await shared.exclusively(async () => {
      // Other tabs may act as nobody who is not there any more.
      const session = sessionOf(db(), shared.jar)
      if (session) db().tables.sessions.patch(session.id, { revoked: true })
      shared.jar.restore([])
      return persona === null ? null : signInto(db(), shared.jar, persona)
    })
    page.keepToken(token)
    page.loadOthers()
    page.load(page.path())
  }

  const reset = async () => {
    const { seed, scenario, start, person } = shown.state()
    if (start !== null) return page.load(await begin(start, seed))
    await shared.reset({ seed, scenario })
    return signIn(isPersona(person) ? person : null)
  }

  const importSnapshot = async (text: string) => {
    const file = readSnapshotFile(text)
    await shared.adopt(openSnapshot(file, { settings }).exportSnapshot(), file.cookies)
    page.keepStorage(file.storage)
    page.keepLanguage(file.language)
    page.loadOthers()
    page.load(file.path)
  }

  return {
    state: shown.state,
    subscribe: shown.subscribe,
    now: () => db().now(),
    begin,
    start: async (name, seed) => page.load(await begin(name, seed)),
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
      shared.exclusively(async () => {
        const surroundings = { storage: page.storage(), path: page.path(), language: page.language() }
        const cookies = shared.jar.toJSON()
        return writeSnapshotFile(db(), { ...surroundings, cookies, theme: page.theme() })
      }),
    importSnapshot,
    operations: operationFacts(),
    starts: startFacts(recordings),
    personas: offeredPersonas,
    onUnmocked: unmocked.listen,
    tellUnmocked: unmocked.tell,
    tellTrouble: shown.tellTrouble,
  }
}

function isPersona(name: string | null): name is keyof typeof personas {
  return name !== null && Object.hasOwn(personas, name)
}

/** Signs a persona in as a login would; returns the token that the application keeps. */
function signInto(db: Db, jar: CookieJar, name: string): string {
  if (!isPersona(name)) throw new Error(`There is no ${name}; there are ${Object.keys(personas).join(', ')}.`)
  const { id }: Persona = personas[name]
  const tokens = startSession(db, id)
  jar.store([refreshCookie(db, tokens)])
  return tokens.refresh_token
}

/** The session of this browser that is not over, by the cookie that refreshes. */
function sessionOf(db: Db, jar: CookieJar): SessionRow | undefined {
  const [, id] = jar.read('/api/auth/refresh').refresh_token?.split('_') ?? []
  const session = db.tables.sessions.get(Number(id))
  return session && !session.revoked && session.expires_at > db.now() ? session : undefined
}

/** Who is signed in in this browser. */
function personOf(db: Db, jar: CookieJar): string | null {
  const session = sessionOf(db, jar)
  return (session && db.tables.users.get(session.user_id)?.username) ?? null
}

/** The state as one object until something in it changes; the running of the clock is no change. */
function createShownState({ db, jar, onChange }: SharedDb) {
  const listeners = new Set<() => void>()
  let trouble: string | null = null
  const read = (): { state: BrowserState; key: string } => {
    const state = { ...stateOf(db()), person: personOf(db(), jar), trouble }
    return { state, key: JSON.stringify([{ ...state, now: '' }, db().tables.clock.get('clock')]) }
  }
  let shown = read()
  const look = () => {
    const next = read()
    if (next.key === shown.key) return
    shown = next
    for (const listener of listeners) listener()
  }
  onChange(look)
  return {
    state: () => shown.state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tellTrouble: (sentence: string) => {
      trouble = sentence
      look()
    },
  }
}

function createUnmocked() {
  const listeners = new Set<(sentence: string | null) => void>()
  let last: string | null = null
  return {
    listen: (listener: (sentence: string | null) => void) => {
      listeners.add(listener)
      if (last !== null) listener(last)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (sentence: string | null) => {
      if (sentence === last) return
      last = sentence
      for (const listener of listeners) listener(sentence)
    },
  }
}
