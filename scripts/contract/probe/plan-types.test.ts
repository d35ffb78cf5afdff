import { expect, it } from 'vitest'
import { type Step, step } from './step'

/** Each line below must be refused by the compiler: `npm run typecheck` fails on an expectation that is not needed. */
it('a plan of anything that the contract does not have does not compile', () => {
  const wrong: readonly Step[] = [
    // @ts-expect-error there is no such operation
    step('archiveGroup', 'x', { call: {}, answers: [[200]] }),
    // @ts-expect-error there is no such status
    step('listGroups', 'x', { call: {}, answers: [[418]] }),
    // @ts-expect-error the detail belongs to another operation
    step('listGroups', 'x', { call: {}, answers: [[401, 'Task not found']] }),
    // @ts-expect-error the parameter has another name
    step('getGroup', 'x', { call: { path: { group_id: 1 } }, answers: [[200]] }),
    // @ts-expect-error the body needs a password
    step('login', 'x', { call: { json: { username: 'a' } }, answers: [[200]] }),
  ]
  expect(wrong).toHaveLength(5)
})
