import { expect, test } from 'vitest'
import { difficultyLabel, labStateLabel } from './task-labels'

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'X15 %j is an unknown difficulty and lab state',
  value => {
    expect(difficultyLabel(value)).toBeNull()
    expect(labStateLabel(value)).toBeNull()
  },
)
