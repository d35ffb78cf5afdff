import { expect, it } from 'vitest'
import { type Step, step } from './step'

/** The compiler must reject each line below: `npm run typecheck` fails on an unused @ts-expect-error. */
it('a plan with anything outside of the contract does not compile', () => {
  const wrong: readonly Step[] = [
    // @ts-expect-error there is no such operation
    step('archiveGroup', 'x', { call: {}, expected: [[200]] }),
    // @ts-expect-error there is no such status
    step('listGroups', 'x', { call: {}, expected: [[418]] }),
    // @ts-expect-error the detail belongs to another operation
    step('listGroups', 'x', { call: {}, expected: [[401, 'Task not found']] }),
    // @ts-expect-error the parameter has another name
    step('getGroup', 'x', { call: { path: { group_id: 1 } }, expected: [[200]] }),
    // @ts-expect-error the body needs a password
    step('login', 'x', { call: { json: { username: 'a' } }, expected: [[200]] }),
  ]
  expect(wrong).toHaveLength(5)
})
