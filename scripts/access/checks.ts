const listOf = (prefix: string, lines: string): string[] =>
  lines
    .trim()
    .split('\n')
    .map((line, at) => {
      const number = String(at + 1).padStart(2, '0')
      if (!line.trim().startsWith(`${number} `)) throw new Error(`Not the check ${number}: ${line}`)
      return `${prefix}-${number}`
    })

/** What everyone is promised whatever they see with, steer with or come from; each is the start of a test's name. */
export const accessChecks: readonly string[] = listOf(
  'A11Y',
  `
  01 axe finds nothing: every route in every state, both themes, two widths, both languages
  02 nothing scrolls sideways at 320 pixels, nor with text of twice the size
  03 more space between letters, words, lines and paragraphs cuts nothing off
  04 the contrasts are computed from the tokens, and no colour stands outside of their file
  05 the main journeys are made by the keyboard alone
  06 neither the terminal nor a frame in a dialog is a trap
  07 single keys can be switched off, and work by their place in the Russian layout
  08 the link that skips the header comes first
  09 a change of page moves the focus to its title, a closed dialog gives it back, a filter leaves it
  10 the focus has a ring and is never fully covered
  11 targets are 24 pixels at least, 44 under a finger
  12 the end of a lab is warned of two minutes before, at least
  13 whoever wants less motion gets none but of opacity
  14 one first heading, and no level is skipped
  15 without colour each state can still be told from the others
  16 nothing stands in a tooltip alone
  17 a wrong field says so, and is described by its error
  18 exactly one announcement for each thing that is told
  19 a clock is silent but for its marks
  20 forced colours leave everything usable
  21 a chart stands there as a list or a table too
  22 the document says its language
  23 five pages are printed as what they say
  `,
)

/** What every language is promised; each is the start of a test's name. */
export const languageChecks: readonly string[] = listOf(
  'LANG',
  `
  01 both languages have the same keys, and each family of plurals the forms of its language
  02 the same placeholders, and no empty text
  03 an unknown key does not compile, a missing one fails tests
  04 no text is written outside of the files of texts
  05 what the server says is translated, and an unknown text is logged once
  06 a pseudo-language: no text without its brackets, and nothing overflows
  07 dates, numbers, sizes and money by one module, in any time zone
  08 the cookie of the language, set before the first paint; a switch keeps what is there
  09 only the files of the active language are fetched
  10 «ёлочки», and no break before a unit
  11 what people have written stands apart from the direction of the text around it
  `,
)

const named = /\b(?:A11Y|LANG)-\d\d\b/g

/** The checks that a test's title names: `A11Y-08, A11Y-09 …` names two. */
export const checksIn = (title: string): string[] => [...title.matchAll(named)].map(([id]) => id)
