import { expect, test } from 'vitest'
import { judgeResult, type LighthouseResult } from './judge'

const result = (score: number | null, category = 'seo'): LighthouseResult => ({
  lighthouseVersion: '12.8.2',
  categories: {
    [category]: {
      title: 'SEO',
      score,
      auditRefs: [
        { id: 'description', weight: 1 },
        { id: 'hint', weight: 0 },
        { id: 'off', weight: 3 },
        { id: 'fine', weight: 3 },
      ],
    },
  },
  audits: {
    description: {
      title: 'There is no description',
      score: 0,
      displayValue: '1 link',
      details: { items: [{ node: { snippet: '<a>' } }, { url: 'https://example.org/' }] },
    },
    hint: { title: 'A hint', score: 0 },
    off: { title: 'Not for this page', score: null },
    fine: { title: 'Fine', score: 1 },
  },
})

test('what costs points is named in its own words with its elements, and nothing else is', () => {
  const [score] = judgeResult(result(0.92))
  expect(score).toMatchObject({ score: 92, limit: 100, isWithin: false })
  expect(score?.failed).toEqual([
    { title: 'There is no description', value: '1 link', elements: ['<a>', 'https://example.org/'] },
  ])
})

test.each([
  [1, 'seo', true],
  [0.99, 'seo', false],
  [0.95, 'performance', true],
  [0.944, 'performance', false],
  [null, 'seo', false],
])('a score of %s for %s is within its limit: %s', (score, category, isWithin) =>
  expect(judgeResult(result(score, category))[0]?.isWithin).toBe(isWithin),
)
