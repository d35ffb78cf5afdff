import type { SetupWorker } from 'msw/browser'

const workerUrl = '/mockServiceWorker.js'
/** How long a worker may take to confirm that it intercepts the page's requests. */
const WAKE_TIMEOUT_MS = 3000

/** The page's connection to the service worker that intercepts its requests. */
export interface WorkerLink {
  start(): Promise<void>
  /** Reactivates a worker that was stopped, was replaced or has forgotten the page. False where that fails. */
  wake(): Promise<boolean>
}

export function linkWorker(worker: SetupWorker): WorkerLink {
  const { serviceWorker } = navigator
  /** The worker that msw listens to; messages of any other would stay unanswered. */
  let linked: ServiceWorker | null = null
  let waking: Promise<boolean> | undefined

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
    })
    return waking
  }

  const listen = () => {
    const wakeOnReturn = () => document.visibilityState === 'visible' && void wake()
    document.addEventListener('visibilitychange', wakeOnReturn)
    addEventListener('pageshow', wakeOnReturn)
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
    wake,
  }
}
