import { choice, createSearchParser } from '../../lib/search-params'

/** Without a pane the page shows the description only. */
export const parseTaskSearch = createSearchParser({ pane: choice(['terminal', 'writeup']) })

export type TaskSearch = ReturnType<typeof parseTaskSearch>
