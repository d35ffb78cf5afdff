/** Titles of the interactions by measure. */
export const kinds = {
  type: 'a character in the search',
  clear: 'Escape in the search',
  chip: 'a chip of the filters',
  tab: 'another tab',
  flag: 'a flag sent by Enter',
  scroll: 'Page Down',
  languageOpen: 'the menu of languages opened',
  languageSwitch: 'another language',
  themeOpen: 'the menu of themes opened',
  themeSwitch: 'another theme',
} as const

const titlesOf = ([kind, title]: readonly [string, string]): (readonly [string, string])[] => [
  [kind, `${title}, to next paint`],
  [`${kind}Worst`, `${title}, the slowest`],
  [`${kind}Task`, `${title}, longest task after it`],
]

/** The measures in the order of the report. */
export const interactionTitles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kinds).flatMap(titlesOf)),
  toGroup: 'from the list to a group, until its tasks are drawn',
  toList: 'and back, until its groups are drawn',
  heapEarly: 'heap after 10 pages, MB',
  heapLate: 'heap after 100 pages, MB',
  heapGrowth: 'more heap after the last 90, MB',
}
