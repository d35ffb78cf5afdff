import type { Reader } from '../schema-node'
import type { DriftId } from './drift-classes'

/** A request and its response on the wire, from a probe, a recording or the browser. */
export type Exchange = {
  readonly request: {
    /** Upper case. */
    readonly method: string
    /** Absolute. */
    readonly url: string
    readonly headers: HeaderList
    /** As sent; absent if nothing was sent or recorded. */
    readonly body?: Uint8Array
  }
  /** Null if the connection failed or timed out. */
  readonly response: {
    readonly status: number
    readonly headers: HeaderList
    /** Decoded; absent if not recorded, empty if nothing came. */
    readonly body?: Uint8Array
  } | null
  /** Until the response was complete. */
  readonly milliseconds?: number
  /** Set if cookies and credentials were removed from a recording, so that they cannot be validated. */
  readonly isSanitized?: true
}

/** Lower case names; a name such as `set-cookie` may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

export function getHeader(headers: HeaderList, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1]
}

/** Invalid UTF-8 becomes replacement characters. */
export function decodeBody(body: Uint8Array | undefined): string {
  return body ? new TextDecoder().decode(body) : ''
}

export type Expectation = {
  /** The intended operation, if the URL is ambiguous. */
  readonly operationId?: string
  /** Any of these is correct; a given detail must match exactly. */
  readonly outcomes: readonly { readonly status: number; readonly detail?: string }[]
  /** The class of an unexpected response; derived from the response by default. */
  readonly driftId?: DriftId
  /** The place of the violation (`body /username`); the expected response by default. */
  readonly place?: string
  /** Who the caller is to the requested resource; fields may be kept for some readers (`x-reader`). */
  readonly reader?: readonly Reader[]
  /** Whether clients that keep the contract never send such a request. */
  readonly isNeverSent?: boolean
  /** Why it is expected, as the end of a sentence: `the token has expired`. */
  readonly reason?: string
}
