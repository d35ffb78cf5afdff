/** Characters in one message to the terminal: read within some milliseconds, so that typing comes between. */
const pieceLength = 32_768
/** Messages that may be under way. */
const mostUnderWay = 2
/** Characters that may wait. More than a screen and its scrollback ever show: of a flood the oldest are left out. */
export const mostWaiting = 16_000_000

interface Waiting {
  link: number
  text: string
}

interface QueueOptions {
  post: (link: number, text: string) => void
  /** What is shown in place of what was left out. */
  skipped: () => string
}

/** Hands output on as fast as it is shown and no faster (case T13): what comes meanwhile is joined. */
export const createOutputQueue = ({ post, skipped }: QueueOptions) => {
  let waiting: Waiting[] = []
  let length = 0
  let underWay = 0
  let isOpen = false

  const send = () => {
    while (isOpen && underWay < mostUnderWay) {
      const first = waiting[0]
      if (!first) return
      const text = first.text.slice(0, pieceLength)
      if (text.length < first.text.length) first.text = first.text.slice(text.length)
      else waiting.shift()
      length -= text.length
      underWay += 1
      post(first.link, text)
    }
  }
  const shed = () => {
    let left: Waiting | undefined
    while (length > mostWaiting) {
      left = waiting.shift()
      length -= left?.text.length ?? length
    }
    if (!left) return
    // CAN ends a sequence that was cut, and the colours of what is missing do not stay.
    const notice = `\x18\x1b[0m\r\n${skipped()}\r\n`
    waiting.unshift({ link: left.link, text: notice })
    length += notice.length
  }

  return {
    push(link: number, text: string): void {
      const last = waiting.at(-1)
      // Joined up to a size only, so that shedding leaves out no more than it has to.
      if (last && last.link === link && last.text.length + text.length <= pieceLength) last.text += text
      else waiting.push({ link, text })
      length += text.length
      shed()
      send()
    },
    /** A message has been shown. */
    shown(): void {
      underWay = Math.max(0, underWay - 1)
      send()
    },
    /** The terminal is there, or there anew: what it has not confirmed will not come back. */
    open(): void {
      isOpen = true
      underWay = 0
      send()
    },
    /** The terminal is gone or empty: what comes from now on waits until it is opened again. */
    clear(): void {
      waiting = []
      length = 0
      isOpen = false
    },
  }
}
