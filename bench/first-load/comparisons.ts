import type { Comparison } from '../comparisons'

const floors = { '/login': 'floor /login', '/groups': 'floor /groups', 'a task': 'floor /groups' } as const

const measures = {
  js: 'scripts',
  all: 'all bytes',
  requests: 'requests',
  firstPaint: 'first paint',
  largestPaint: 'largest paint',
  ready: 'answers',
  content: 'content',
  blocking: 'blocking time',
} as const

/** Each page compared with the floor's page of its kind. */
export const firstLoadComparisons: readonly Comparison[] = Object.entries(floors).flatMap(([page, floor]) =>
  Object.entries(measures).map(
    ([measure, title]): Comparison => [`${page}: ${title} / ${floor}`, [page, measure], [floor, measure]],
  ),
)
