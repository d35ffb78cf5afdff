import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadMessages, startI18n } from './init'
import { difficultyLabel, labStateLabel } from './task-labels'

beforeAll(async () => {
  await startI18n('ru')
  await loadMessages('task')
})

test.each([
  [1, '1 из 1 флага'],
  [2, '1 из 2 флагов'],
  [5, '1 из 5 флагов'],
  [11, '1 из 11 флагов'],
  [21, '1 из 21 флага'],
  [101, '1 из 101 флага'],
])('flags out of %i', (count, text) => {
  expect(i18next.t('flags.partly', { ns: 'task', solved: 1, count })).toBe(text)
})

test.each([
  [2, '1 из 2 баллов'],
  [21, '1 из 21 балла'],
  [100, '1 из 100 баллов'],
  [1.5, '1 из 1.5 балла'],
])('points out of %d', (count, text) => {
  expect(i18next.t('points.earned', { ns: 'task', earned: 1, count })).toBe(text)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'X15 %j is an unknown difficulty and lab state',
  value => {
    expect(difficultyLabel(value)).toBeNull()
    expect(labStateLabel(value)).toBeNull()
  },
)
