/** Small enough to parse in some milliseconds, so that typing isn't blocked. */
const MAX_MESSAGE_LENGTH = 32_768
const MAX_IN_FLIGHT = 2
/** More than the screen and its scrollback show; the oldest output is dropped. */
export const MAX_QUEUED_LENGTH = 16_000_000

interface QueuedText {
  link: number
  text: string
}

interface QueueOptions {
  post: (link: number, text: string) => void
  /** Text that replaces dropped output. */
  getSkippedNotice: () => string
}

/** Flow control (T13): sends output only as fast as it is displayed, and merges what is queued. */
export const createOutputQueue = ({ post, getSkippedNotice }: QueueOptions) => {
  let queue: QueuedText[] = []
  let length = 0
  let inFlight = 0
  let isOpen = false

  const send = () => {
    while (isOpen && inFlight < MAX_IN_FLIGHT) {
      const first = queue[0]
      if (!first) return
      const text = first.text.slice(0, MAX_MESSAGE_LENGTH)
      if (text.length < first.text.length) first.text = first.text.slice(text.length)
      else queue.shift()
      length -= text.length
      inFlight += 1
      post(first.link, text)
    }
  }
  const dropOldest = () => {
    let dropped: QueuedText | undefined
    while (length > MAX_QUEUED_LENGTH) {
      dropped = queue.shift()
      length -= dropped?.text.length ?? length
    }
    if (!dropped) return
    // CAN aborts a cut escape sequence; SGR 0 resets its colors.
    const notice = `\x18\x1b[0m\r\n${getSkippedNotice()}\r\n`
    queue.unshift({ link: dropped.link, text: notice })
    length += notice.length
  }

  return {
    push(link: number, text: string): void {
      const last = queue.at(-1)
      // Merged up to a limit, so that dropping removes no more than needed.
      if (last && last.link === link && last.text.length + text.length <= MAX_MESSAGE_LENGTH)
        last.text += text
      else queue.push({ link, text })
      length += text.length
      dropOldest()
      send()
    },
    acknowledge(): void {
      inFlight = Math.max(0, inFlight - 1)
      send()
    },
    /** Also after a reload: unacknowledged messages are lost. */
    open(): void {
      isOpen = true
      inFlight = 0
      send()
    },
    /** Queues output until `open` is called again. */
    clear(): void {
      queue = []
      length = 0
      isOpen = false
    },
  }
}
