/** What a call of the page asks for. */
export type CallName = Pick<Request, 'method' | 'url'>

export interface UploadGuardParts {
  isApi: (url: string) => boolean
  /** Brings the worker back that hands calls to the platform. */
  wake: () => Promise<boolean>
  /** How often the platform has heard such a call. */
  countOf: (call: CallName) => number
  /** Hears of each upload that has ended, whether it has passed the platform by. */
  tell: (call: CallName, isLost: boolean) => void
}

/**
 * Uploads go by `XMLHttpRequest` (`src/api/upload.ts`), whose body cannot be sent again behind the page's back: so the
 * worker is woken before it leaves.
 */
export function guardUploads(
  scope: { XMLHttpRequest: typeof XMLHttpRequest },
  { isApi, wake, countOf, tell }: UploadGuardParts,
): void {
  const { prototype } = scope.XMLHttpRequest
  const { open, send, abort } = prototype
  const asked = new WeakMap<XMLHttpRequest, CallName>()
  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    asked.delete(this)
    if (isApi(String(url))) asked.set(this, { method: method.toUpperCase(), url: String(url) })
    Reflect.apply(open, this, [method, url, ...rest])
  }
  prototype.abort = function () {
    asked.delete(this)
    abort.call(this)
  }
  prototype.send = function (body) {
    const call = asked.get(this)
    if (!call) return send.call(this, body)
    const before = countOf(call)
    const end = () => tell(call, !isOurs(this) && countOf(call) === before)
    this.addEventListener('load', end, { once: true })
    this.addEventListener('error', end, { once: true })
    const go = () => {
      // It may have been given up, or begun anew, while the worker woke.
      if (asked.get(this) === call) send.call(this, body)
    }
    void wake().then(go, go)
  }
}

function isOurs(call: XMLHttpRequest): boolean {
  return call.getResponseHeader('x-request-id')?.startsWith('mock-') ?? false
}
