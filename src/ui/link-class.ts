/** A plain `<a>` is already styled; these are for the exceptions. */

/** A link inside a title or a row: looks like text, underlined when pointed at. */
export const quietLinkClass = 'text-text no-underline hover:underline'

/** A link that covers the whole of its `Card isInteractive` (the card is `relative`). */
export const stretchedLinkClass = 'stretched text-text no-underline hover:underline'

/** Lifts other links and buttons of such a card above the stretched one. */
export const aboveStretchedClass = 'relative z-1'
