import type { SetupWorker } from 'msw/browser'

const workerUrl = '/mockServiceWorker.js'
/** Milliseconds that a worker has to say that it hears the page. */
const patience = 3000

/** The page's connection to the worker that hands its calls to the platform. */
export interface WorkerLink {
  start(): Promise<void>
  /** Brings a worker back that sleeps, was replaced or has forgotten the page. False where it does not come. */
  wake(): Promise<boolean>
}

/** Links a page to its worker for as long as the page lives, whatever happens to the worker. */
export function linkWorker(worker: SetupWorker): WorkerLink {
  const { serviceWorker } = navigator
  /** The worker that msw listens to: the word of any other would stay without an answer. */
  let linked: ServiceWorker | null = null
  let waking: Promise<boolean> | undefined

  const start = async () => {
    await worker.start({
      quiet: true,
      // Everything outside /api is the page's own.
      onUnhandledRequest: 'bypass',
      serviceWorker: { url: workerUrl },
    })
    linked = serviceWorker.controller
  }

  const restart = async () => {
    worker.stop()
    await start()
  }

  /** Asks the worker to take the page for one that it answers. */
  const activate = () =>
    new Promise<boolean>(resolve => {
      const controller = serviceWorker.controller
      const stop = new AbortController()
      const end = (isAwake: boolean) => {
        stop.abort()
        clearTimeout(timer)
        resolve(isAwake)
      }
      const timer = setTimeout(end, patience, false)
      const hear = ({ data }: MessageEvent) => data?.type === 'MOCKING_ENABLED' && end(true)
      serviceWorker.addEventListener('message', hear, { signal: stop.signal })
      if (controller === null || controller !== linked) end(false)
      else controller.postMessage('MOCK_ACTIVATE')
    })

  const wakeOnce = async (): Promise<boolean> => {
    if (await activate()) return true
    const isBack = restart().then(
      () => true,
      () => false,
    )
    return Promise.race([isBack, new Promise<boolean>(resolve => setTimeout(resolve, patience, false))])
  }

  const wake = () => {
    waking ??= wakeOnce().finally(() => {
      waking = undefined
    })
    return waking
  }

  const follow = () => {
    const wakeOnReturn = () => document.visibilityState === 'visible' && void wake()
    document.addEventListener('visibilitychange', wakeOnReturn)
    addEventListener('pageshow', wakeOnReturn)
    // Another version of its script takes the place of the worker at once.
    serviceWorker.addEventListener(
      'controllerchange',
      () => serviceWorker.controller !== linked && void wake(),
    )
  }

  return {
    start: async () => {
      await start()
      follow()
    },
    wake,
  }
}
