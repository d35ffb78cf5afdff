import type { Place } from '../budgets'
import type { Comparison } from '../comparisons'

const bare = 'bare, 10,000'
const board = 'board, 10,000'
const byClick = 'board, 10,000, by a click'
const hugeBare = 'bare, 100,000'
const huge = 'board, 100,000'
const hugeByClick = 'board, 100,000, by a click'
const empty: Place = ['bare, empty', 'key']

/**
 * Ratios of the left to the right measure. By URL the product also starts the application and refreshes the
 * session, so times since the request and since the response are given too.
 */
export const boardComparisons: readonly Comparison[] = [
  ['10,000: first row from the address / bare from its address', [board, 'firstRow'], [bare, 'firstRow']],
  ['10,000: first row since asked for / bare since asked for', [board, 'sinceAsked'], [bare, 'sinceAsked']],
  ['10,000: first row since arrived / bare since arrived', [board, 'sinceArrived'], [bare, 'sinceArrived']],
  ['10,000: first row from a click / bare since asked for', [byClick, 'sinceClick'], [bare, 'sinceAsked']],
  [
    '10,000: from a click, since arrived / bare since arrived',
    [byClick, 'sinceArrived'],
    [bare, 'sinceArrived'],
  ],
  ['10,000: work of a load / bare', [board, 'work'], [bare, 'work']],
  ['10,000: heap / bare', [board, 'heap'], [bare, 'heap']],
  ['10,000: a typed character to next paint / a key on the empty table', [board, 'type'], empty],
  ['10,000: clearing to next paint / a key on the empty table', [board, 'clear'], empty],
  ['10,000: sorting to next paint / a key on the empty table', [board, 'sort'], empty],
  ['10,000: J to next paint / a key on the empty table', [board, 'own'], empty],
  ['10,000 bare: a key to next paint / on the empty table', [bare, 'key'], empty],
  ['10,000: work for a frame of 120 px / bare', [board, 'work120'], [bare, 'work120']],
  ['10,000: work for a frame of 1000 px / bare', [board, 'work1000'], [bare, 'work1000']],
  ['100,000: first row from the address / bare from its address', [huge, 'firstRow'], [hugeBare, 'firstRow']],
  [
    '100,000: first row since arrived / bare since arrived',
    [huge, 'sinceArrived'],
    [hugeBare, 'sinceArrived'],
  ],
  ['100,000 / 10,000: first row from the address', [huge, 'firstRow'], [board, 'firstRow']],
  ['100,000 / 10,000: first row from a click', [hugeByClick, 'sinceClick'], [byClick, 'sinceClick']],
  ['100,000 / 10,000: first row since arrived', [huge, 'sinceArrived'], [board, 'sinceArrived']],
  ['100,000 / 10,000: first row of the bare table', [hugeBare, 'firstRow'], [bare, 'firstRow']],
]
