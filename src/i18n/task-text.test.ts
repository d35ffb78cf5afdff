import { expect, test } from 'vitest'
import { difficultyText, labText } from './task-text'

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'X15 %j is no difficulty and no state of a lab',
  value => {
    expect(difficultyText(value)).toBeNull()
    expect(labText(value)).toBeNull()
  },
)
