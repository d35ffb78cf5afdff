import { expect, test } from 'vitest'
import { startFacts } from '../../mocks/control/starts'
import { holdTexts } from '../test/hold-texts'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { nameStart } from './name-start'
import { startWords, wordsOf } from './words'

holdTexts('devtools', ru, en)

test('every start is told in words, and no words are left of one that is gone', () => {
  const names = startFacts().map(({ name }) => name)
  expect([...startWords.keys()].sort()).toEqual(names.toSorted())
})

test('a recording is called by its name, and what has no words yet stands for itself', () => {
  expect(nameStart('recorded:slow-group', wordsOf('ru'))).toBe('Запись «slow-group»')
  expect(nameStart('ofTomorrow', wordsOf('en'))).toBe('ofTomorrow')
})
