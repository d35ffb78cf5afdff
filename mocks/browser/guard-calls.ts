import { type CallName, guardUploads } from './guard-uploads'

/** What a guarded call needs; replaced by tests. */
export interface GuardParts {
  /** The browser's own. */
  fetch: (request: Request) => Promise<Response>
  isApi: (url: string) => boolean
  /** Brings the worker back that hands calls to the platform; false where that cannot be done. */
  wake: () => Promise<boolean>
  /** Hears one sentence once calls are lost for good, and null when they are answered again. */
  onUnmocked: (sentence: string | null) => void
}

export interface Guard {
  fetch: typeof fetch
  /** To be told of every call that has come to the platform. */
  hear(request: Request): void
  /** Guards what goes by `XMLHttpRequest` too. */
  guardUploads(scope: { XMLHttpRequest: typeof XMLHttpRequest }): void
}

/**
 * A browser puts the worker of a hidden page to sleep, and a worker forgets a page that only seemed to leave: calls then
 * pass the platform by and meet a static server or nothing (mswjs/msw#2635). Such a call wakes the worker and is sent
 * again. That repeats no effect: nobody who could do anything has seen it.
 */
export function guardCalls({ fetch, isApi, wake, onUnmocked }: GuardParts): Guard {
  const heard = new Map<string, number>()
  const countOf = (call: CallName) => heard.get(nameOf(call)) ?? 0

  /**
   * The platform's answer; `lost` with what came in its place. Whatever comes of a call that the platform has heard is
   * its own, even an answer that does not look so: msw answers for a platform that has failed, after its work was done.
   */
  const ask = async (request: Request): Promise<{ answer: Response } | { lost: () => Response }> => {
    const before = countOf(request)
    try {
      const answer = await fetch(request)
      return isOurs(answer) || countOf(request) > before ? { answer } : { lost: () => answer }
    } catch (error) {
      if (request.signal.aborted || countOf(request) > before) throw error
      return {
        lost: () => {
          throw error
        },
      }
    }
  }

  const guarded = async (request: Request): Promise<Response> => {
    const spare = request.clone()
    const first = await ask(request)
    const outcome = 'lost' in first && (await wake()) ? await ask(spare) : first
    if ('answer' in outcome) {
      onUnmocked(null)
      return outcome.answer
    }
    onUnmocked(sentenceOf(request))
    return outcome.lost()
  }

  return {
    fetch: (input, init) => {
      const request = new Request(input, init)
      return isApi(request.url) ? guarded(request) : fetch(request)
    },
    hear: request => {
      heard.set(nameOf(request), countOf(request) + 1)
    },
    guardUploads: scope =>
      guardUploads(scope, {
        isApi,
        wake,
        countOf,
        tell: (call, isLost) => onUnmocked(isLost ? sentenceOf(call) : null),
      }),
  }
}

/** Every answer of the platform carries a number of its own. */
function isOurs(answer: Response): boolean {
  return answer.headers.get('x-request-id')?.startsWith('mock-') ?? false
}

function nameOf({ method, url }: CallName): string {
  return `${method} ${url}`
}

function sentenceOf({ method, url }: CallName): string {
  return (
    `${method} ${new URL(url).pathname} has passed the simulated platform by. ` +
    'Reload the page; where that does not help, close all tabs of this address and open it again.'
  )
}
