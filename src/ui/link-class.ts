/** A link that covers the whole of its `Card isInteractive` (the card is `relative`). */
export const stretchedLinkClass = 'stretched text-text no-underline hover:underline'
