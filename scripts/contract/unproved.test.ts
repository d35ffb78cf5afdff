import { expect, test } from 'vitest'
import { unprovedBy, unprovedByQuestions } from './unproved'

test.each([
  [
    { endedBy: 'the run may take at most 1 s', operationsSeen: 9 },
    /^the questions were broken off .*at most 1 s/,
  ],
  [{ operationsSeen: 0 }, /^no question was answered with success, so nothing is proved\.$/],
  [{ operationsSeen: 0, hasStudent: false }, /Nobody signs in: give --login-env/],
  [{ operationsSeen: 1 }, undefined],
])('questions %j', (asked, sentence) => {
  const unproved = unprovedByQuestions({ endedBy: undefined, hasStudent: true, ...asked })
  if (sentence) expect(unproved).toMatch(sentence)
  else expect(unproved).toBeUndefined()
})

test('a run proves something by an answer of success or by a document, unless one side says why not', () => {
  expect(unprovedBy([{ source: 'traffic' }], 1)).toBeUndefined()
  expect(unprovedBy([{ source: 'document' }], 0)).toBeUndefined()
  expect(unprovedBy([{ source: 'traffic' }], 0)).toMatch(/^nothing is proved/)
  expect(unprovedBy([], 0)).toMatch(/^nothing is proved/)
  expect(unprovedBy([{ source: 'document' }, { source: 'probe', unproved: 'cut off' }], 3)).toBe('cut off')
})
