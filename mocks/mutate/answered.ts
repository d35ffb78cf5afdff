import type { Answered } from './mutant'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A JSON answer as a framework would send it. */
export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answered {
  const all = new Headers({ ...headers, 'content-type': 'application/json' })
  return { status, headers: all, body: encoder.encode(JSON.stringify(value)) }
}

/** What FastAPI refuses a question with: a list of issues under `detail`. */
export function refusal(loc: readonly (string | number)[], msg: string, type: string): Answered {
  return jsonAnswer(422, { detail: [{ loc, msg, type }] })
}

/** The JSON value of an answer; undefined when it is none. */
export function jsonOf(answer: Pick<Answered, 'body'>): unknown {
  try {
    return JSON.parse(decoder.decode(answer.body))
  } catch {
    return undefined
  }
}

export function withJson(answer: Answered, value: unknown): Answered {
  return { ...answer, body: encoder.encode(JSON.stringify(value)) }
}

export function withText(answer: Answered, text: string, contentType?: string): Answered {
  const changed = { ...answer, body: encoder.encode(text) }
  return contentType === undefined ? changed : withHeader(changed, 'content-type', contentType)
}

export function withStatus(answer: Answered, status: number): Answered {
  return { ...answer, status }
}

/** Another value for a header, or the header gone; every cookie but the given one goes for `set-cookie`. */
export function withHeader(answer: Answered, name: string, value: string | undefined): Answered {
  const headers = new Headers(answer.headers)
  if (value === undefined) headers.delete(name)
  else headers.set(name, value)
  return { ...answer, headers }
}

export function isSuccess({ status }: Pick<Answered, 'status'>): boolean {
  return status >= 200 && status < 300
}

/** The text under `detail`; undefined where there is none. */
export function detailOf(answer: Answered): string | undefined {
  const value = jsonOf(answer)
  const detail = typeof value === 'object' && value !== null && 'detail' in value ? value.detail : undefined
  return typeof detail === 'string' ? detail : undefined
}
