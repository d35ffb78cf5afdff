import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/errors'
import { configQuery } from '../../api/queries/config'
import { mutation } from '../../api/query'
import { isSameTask, type TaskRef } from '../../api/task-ref'
import { useRetryAfter } from '../../lib/cooldowns'
import { createListeners } from '../../lib/listeners'

/** Location of the page; `location` fits. */
export type PageLocation = Pick<Location, 'protocol' | 'host' | 'hostname'>

/** An address that may be opened: a WebSocket for our own terminal, or a page for a frame. */
export interface TerminalAddress {
  kind: 'socket' | 'page'
  url: string
  /** On our own host, where a frame with our origin could access this page. */
  isSameHost: boolean
}

// Stricter than safe-url.ts: importing that file would merge the app's first chunk with the terminal document's. A proxy
// may decode a first part, and slashes, dots and percent signs anywhere.
const API_PATH = /^\/+(?:api(?:[/;]|$)|[^/]*%)|%(?:2[5ef]|5c)/i

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const KINDS = new Map<string, TerminalAddress['kind']>([
  ['wss:', 'socket'],
  ['ws:', 'socket'],
  ['https:', 'page'],
  ['http:', 'page'],
])

/** Printable ASCII; other characters would be changed by the URL parser. */
const PLAIN_URL = /^[!-[\]-~]{1,2000}$/

/**
 * Checks the address returned by `webssh` (T09, X10). Allowed are our own host, a loopback address from a loopback
 * page, and the configured origins; unencrypted only between loopback addresses. Nothing below our `/api`: loading it
 * would make a call. Null when not allowed. A configured origin must also be in `connect-src` (`wss:`) or `frame-src`
 * (`https:`) of `deploy/headers.json`.
 * @param origins `terminal_origins` of the configuration, for example `wss://terminal.example.com`
 */
export const checkTerminalAddress = (
  raw: string,
  page: PageLocation,
  origins: readonly string[] = [],
): TerminalAddress | null => {
  if (!PLAIN_URL.test(raw) || !URL.canParse(raw)) return null
  const url = new URL(raw)
  const kind = KINDS.get(url.protocol)
  if (
    !kind ||
    !/^[a-z]+:\/\/[^/]/i.test(raw) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return null
  const isSecure = url.protocol === 'wss:' || url.protocol === 'https:'
  const isLocal = LOOPBACK.test(url.hostname) && LOOPBACK.test(page.hostname)
  const isOwn = url.host === page.host
  const isListed = origins.some(origin => sameOrigin(origin, url))
  const mayOpen = isSecure ? isOwn || isLocal || isListed : isLocal && page.protocol === 'http:'
  const isOwnCall = isOwn && kind === 'page' && API_PATH.test(url.pathname)
  return mayOpen && !isOwnCall ? { kind, url: url.href, isSameHost: isOwn } : null
}

/** Compares protocol and host, because some engines don't set `origin` of WebSocket URLs. */
const sameOrigin = (origin: string, { protocol, host }: URL): boolean => {
  if (!URL.canParse(origin)) return false
  const listed = new URL(origin)
  return listed.protocol === protocol && listed.host === host
}

export interface TerminalTarget extends TaskRef {
  title: string
}

/** The requested terminal. The connection itself is in the controller. */
export interface TerminalStoreState {
  target: TerminalTarget | null
  isOpening: boolean
  /** Why opening failed: an `ApiError`, or a disallowed URL. */
  failure: { error: unknown } | 'address' | null
  /** A new object per opened session. */
  session: { address: TerminalAddress } | null
  /** Incremented to focus the terminal. */
  focusRequests: number
}

const initialState: TerminalStoreState = {
  target: null,
  isOpening: false,
  failure: null,
  session: null,
  focusRequests: 0,
}

let state = initialState
const listeners = createListeners()
const set = (changes: Partial<TerminalStoreState>): void => {
  state = { ...state, ...changes }
  listeners.emit()
}

/** Null if the URL isn't allowed. */
type OpenRequest = (task: TaskRef) => Promise<TerminalAddress | null>

/** One per tab, outside of React, so that the session outlives pages. */
export const terminalStore = {
  get: (): TerminalStoreState => state,
  subscribe: listeners.subscribe,
  requestFocus: (): void => set({ focusRequests: state.focusRequests + 1 }),
  /** On a click or shortcut only. Ends another task's session at once, replaces the task's own. */
  async open(target: TerminalTarget, request: OpenRequest): Promise<void> {
    if (state.isOpening) return
    const previous = isSameTask(state.target, target) ? state.session : null
    set({ target, session: previous, isOpening: true, failure: null })
    const outcome = await request(target).then(
      (address): Partial<TerminalStoreState> => (address ? { session: { address } } : { failure: 'address' }),
      (error: unknown): Partial<TerminalStoreState> => ({ failure: { error } }),
    )
    // Another task or user may be active by now.
    if (state.target === target)
      set({ ...outcome, isOpening: false, focusRequests: state.focusRequests + (outcome.session ? 1 : 0) })
  },
  close: (): void => {
    if (state.target) set(initialState)
  },
}

export const useTerminalStore = (): TerminalStoreState =>
  useSyncExternalStore(terminalStore.subscribe, terminalStore.get, terminalStore.get)

/** Seconds until the server takes another request to open a terminal; 0 when it does. */
export const useOpenPause = (): number => {
  const { failure } = useTerminalStore()
  return useRetryAfter(failure === 'address' ? null : failure?.error)
}

/** A GET that writes: on a click or shortcut only. Loads the configuration only for URLs of other hosts. */
export const useOpenTerminal = () => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({ ...mutation('openTerminal'), gcTime: 0 })
  const request = async ({ groupId, taskId }: TaskRef) => {
    const answer = await mutateAsync({ params: { path: { group: groupId, task: taskId } } })
    if (typeof answer?.url !== 'string')
      throw new ApiError({ kind: 'badResponse', operation: 'openTerminal', status: 200 })
    const own = checkTerminalAddress(answer.url, location)
    if (own) return own
    const config = await queryClient.query(configQuery()).catch(() => null)
    return checkTerminalAddress(answer.url, location, config?.terminal_origins)
  }
  return (target: TerminalTarget) => void terminalStore.open(target, request)
}

/** The session continues while the pane is hidden. */
export const useTerminalPane = (params: TaskRef) => {
  const navigate = useNavigate()
  return (isShown: boolean) =>
    void navigate({
      to: '/group/$groupId/task/$taskId',
      params: { groupId: params.groupId, taskId: params.taskId },
      search: isShown ? { pane: 'terminal' } : {},
      resetScroll: false,
      replace: !isShown,
    })
}
