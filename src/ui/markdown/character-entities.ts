import { characterEntitiesHtml4 } from 'character-entities-html4'

/**
 * The named character references that are formatted: those of HTML 4, and those of the ASCII punctuation, which keep
 * Markdown from reading it. Others stay as they are written: the 2,125 of HTML 5 would be a fifth of the code.
 */
export const characterEntities: Readonly<Record<string, string>> = {
  ...characterEntitiesHtml4,
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  check: '✓',
  cross: '✗',
}
