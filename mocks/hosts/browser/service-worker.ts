import type { SetupWorker } from 'msw/browser'

type RequestName = Pick<Request, 'method' | 'url'>

/** Dependencies; replaced by tests. */
export interface RetryDeps {
  /** The browser's own. */
  fetch: (request: Request) => Promise<Response>
  isApi: (url: string) => boolean
  /** Whether the service worker was told to forget this page. */
  isForgotten: () => boolean
  /** Reactivates the service worker; false where that fails. */
  wake: () => Promise<boolean>
  /** Receives a message once requests no longer reach the platform, and null when they do again. */
  onUnmocked: (message: string | null) => void
}

export interface UnmockedRetry {
  fetch: typeof fetch
  /** Must be called for every request that reaches the platform. */
  onHandled(request: Request): void
  /** Covers `XMLHttpRequest` too. */
  patchUploads(scope: { XMLHttpRequest: typeof XMLHttpRequest }): void
}

/**
 * Browsers stop the service worker of a hidden page, and a worker may forget a page that only seemed to close: requests
 * then go to a static server or fail (mswjs/msw#2635). Such a request wakes the worker and is sent again, which is safe
 * because the platform hasn't seen it.
 */
export function createUnmockedRetry(deps: RetryDeps): UnmockedRetry {
  const { fetch, isApi, isForgotten, wake, onUnmocked } = deps
  const handled = new Map<string, number>()
  const countHandled = (request: RequestName) => handled.get(toKey(request)) ?? 0

  /**
   * The platform's response, or `unmocked`, which gives what came instead. A request that reached the platform counts
   * as answered whatever came back: msw itself responds when a handler throws after its work.
   */
  const send = async (request: Request): Promise<{ response: Response } | { unmocked: () => Response }> => {
    const before = countHandled(request)
    try {
      const response = await fetch(request)
      const isMocked = isMockId(response.headers.get('x-request-id')) || countHandled(request) > before
      return isMocked ? { response } : { unmocked: () => response }
    } catch (error) {
      if (request.signal.aborted || countHandled(request) > before) throw error
      return {
        unmocked: () => {
          throw error
        },
      }
    }
  }

  const sendWithRetry = async (request: Request): Promise<Response> => {
    if (isForgotten()) await wake()
    const copy = request.clone()
    const first = await send(request)
    const outcome = 'unmocked' in first && (await wake()) ? await send(copy) : first
    if ('response' in outcome) {
      onUnmocked(null)
      return outcome.response
    }
    onUnmocked(describeUnmocked(request))
    return outcome.unmocked()
  }

  return {
    fetch: (input, init) => {
      const request = new Request(input, init)
      return isApi(request.url) ? sendWithRetry(request) : fetch(request)
    },
    onHandled: request => {
      handled.set(toKey(request), countHandled(request) + 1)
    },
    patchUploads: scope => patchUploads(scope, { isApi, wake, onUnmocked, countHandled }),
  }
}

interface UploadDeps extends Pick<RetryDeps, 'isApi' | 'wake' | 'onUnmocked'> {
  countHandled: (request: RequestName) => number
}

/** The body of an `XMLHttpRequest` can't be sent again, so the worker is woken before each upload. */
function patchUploads(
  scope: { XMLHttpRequest: typeof XMLHttpRequest },
  { isApi, wake, onUnmocked, countHandled }: UploadDeps,
): void {
  const { prototype } = scope.XMLHttpRequest
  const { open, send, abort } = prototype
  const requests = new WeakMap<XMLHttpRequest, RequestName>()
  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    requests.delete(this)
    if (isApi(String(url))) requests.set(this, { method: method.toUpperCase(), url: String(url) })
    Reflect.apply(open, this, [method, url, ...rest])
  }
  prototype.abort = function () {
    requests.delete(this)
    abort.call(this)
  }
  prototype.send = function (body) {
    const request = requests.get(this)
    if (!request) return send.call(this, body)
    const before = countHandled(request)
    const onEnd = () => {
      const isMocked = isMockId(this.getResponseHeader('x-request-id')) || countHandled(request) !== before
      onUnmocked(isMocked ? null : describeUnmocked(request))
    }
    this.addEventListener('load', onEnd, { once: true })
    this.addEventListener('error', onEnd, { once: true })
    const sendNow = () => {
      // It may have been aborted or reopened meanwhile.
      if (requests.get(this) === request) send.call(this, body)
    }
    void wake().then(sendNow, sendNow)
  }
}

/** Every response of the platform has such an id. */
function isMockId(requestId: string | null): boolean {
  return requestId?.startsWith('mock-') ?? false
}

function toKey({ method, url }: RequestName): string {
  return `${method} ${url}`
}

function describeUnmocked({ method, url }: RequestName): string {
  return (
    `${method} ${new URL(url).pathname} has passed the simulated platform by. ` +
    'Reload the page; where that does not help, close all tabs of this address and open it again.'
  )
}

const workerUrl = '/mockServiceWorker.js'
/** How long a worker may take to confirm that it intercepts the page's requests. */
const WAKE_TIMEOUT_MS = 3000

/** The page's connection to the service worker that intercepts its requests. */
export interface WorkerLink {
  start(): Promise<void>
  /** Whether msw has told the worker that this page closes; it goes on until the next one is there, if one comes. */
  isForgotten(): boolean
  /** Reactivates a worker that was stopped, was replaced or has forgotten the page. False where that fails. */
  wake(): Promise<boolean>
}

export function linkWorker(worker: SetupWorker): WorkerLink {
  const { serviceWorker } = navigator
  /** The worker that msw listens to; messages of any other would stay unanswered. */
  let linked: ServiceWorker | null = null
  let waking: Promise<boolean> | undefined
  let isForgotten = false

  const start = async () => {
    await worker.start({
      quiet: true,
      onUnhandledRequest: 'bypass',
      serviceWorker: { url: workerUrl },
    })
    linked = serviceWorker.controller
  }

  const restart = async () => {
    worker.stop()
    await start()
  }

  /** Asks the worker to intercept this page's requests. */
  const activate = () =>
    new Promise<boolean>(resolve => {
      const controller = serviceWorker.controller
      const stop = new AbortController()
      const end = (isAwake: boolean) => {
        stop.abort()
        clearTimeout(timer)
        resolve(isAwake)
      }
      const timer = setTimeout(end, WAKE_TIMEOUT_MS, false)
      const onMessage = ({ data }: MessageEvent) => data?.type === 'MOCKING_ENABLED' && end(true)
      serviceWorker.addEventListener('message', onMessage, { signal: stop.signal })
      if (controller === null || controller !== linked) end(false)
      else controller.postMessage('MOCK_ACTIVATE')
    })

  const wakeOnce = async (): Promise<boolean> => {
    if (await activate()) return true
    const isBack = restart().then(
      () => true,
      () => false,
    )
    return Promise.race([
      isBack,
      new Promise<boolean>(resolve => setTimeout(resolve, WAKE_TIMEOUT_MS, false)),
    ])
  }

  const wake = () => {
    waking ??= wakeOnce().finally(() => {
      waking = undefined
      isForgotten = false
    })
    return waking
  }

  const listen = () => {
    const wakeOnReturn = () => document.visibilityState === 'visible' && void wake()
    document.addEventListener('visibilitychange', wakeOnReturn)
    addEventListener('pageshow', wakeOnReturn)
    addEventListener('beforeunload', () => {
      isForgotten = true
    })
    // A new version of the script replaces the worker at once.
    serviceWorker.addEventListener(
      'controllerchange',
      () => serviceWorker.controller !== linked && void wake(),
    )
  }

  return {
    start: async () => {
      await start()
      listen()
    },
    isForgotten: () => isForgotten,
    wake,
  }
}
