import { expect, test } from 'vitest'
import { inconclusiveReason, probeInconclusiveReason } from './inconclusive'

test.each([
  [
    { endedBy: 'the run may take at most 1 s', operationsSeen: 9 },
    /^the requests were stopped .*at most 1 s/,
  ],
  [{ operationsSeen: 0 }, /^no request succeeded, so nothing is proved\.$/],
  [{ operationsSeen: 0, hasStudent: false }, /No account was given: use --login-env/],
  [{ operationsSeen: 1 }, undefined],
])('gives the reason for requests with %j', (asked, sentence) => {
  const inconclusive = probeInconclusiveReason({ endedBy: undefined, hasStudent: true, ...asked })
  if (sentence) expect(inconclusive).toMatch(sentence)
  else expect(inconclusive).toBeUndefined()
})

test('a run is conclusive with a successful response or a document, unless a source gives a reason', () => {
  expect(inconclusiveReason([{ source: 'traffic' }], 1)).toBeUndefined()
  expect(inconclusiveReason([{ source: 'document' }], 0)).toBeUndefined()
  expect(inconclusiveReason([{ source: 'traffic' }], 0)).toMatch(/^nothing is proved/)
  expect(inconclusiveReason([], 0)).toMatch(/^nothing is proved/)
  expect(inconclusiveReason([{ source: 'document' }, { source: 'probe', inconclusive: 'cut off' }], 3)).toBe(
    'cut off',
  )
})
