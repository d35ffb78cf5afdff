/** One question and its answer as they stood on the wire, wherever they were seen: a probe, a recording, the browser. */
export type Exchange = {
  readonly request: {
    /** In upper case. */
    readonly method: string
    /** Absolute. */
    readonly url: string
    readonly headers: HeaderList
    /** As sent; absent where nothing was, or where the recording does not hold it. */
    readonly body?: Uint8Array
  }
  /** Null when the connection was broken or no answer came in time. */
  readonly response: {
    readonly status: number
    readonly headers: HeaderList
    /** After transfer and content coding; absent where the recording does not hold it, empty where nothing came. */
    readonly body?: Uint8Array
  } | null
  /** Until the answer had come whole. */
  readonly milliseconds?: number
  /** Set where cookies and credentials were taken out of a recording: nothing can be said of them then. */
  readonly isSanitized?: true
}

/** Names in lower case; a name may come more than once, as `set-cookie` does. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The first value of a header. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1]
}

/** The text of a body; bytes that are no UTF-8 become replacement characters. */
export function textOf(body: Uint8Array | undefined): string {
  return body ? new TextDecoder().decode(body) : ''
}
