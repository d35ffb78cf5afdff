/** The terminal's frame, above the router so that it outlives a page; hidden where it is not asked for. */
export const TerminalHost = () => null
