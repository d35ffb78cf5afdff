import { expect, test } from 'vitest'
import { listStarts } from '../../mocks/control/starts'
import { describeLocales } from '../test/describe-locales'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { getTranslate, startMessageKeys } from './messages'
import { getStartLabel } from './start-label'

describeLocales('devtools', ru, en)

test('every start has a label, and every label has a start', () => {
  const names = listStarts().map(({ name }) => name)
  expect([...startMessageKeys.keys()].sort()).toEqual(names.toSorted())
})

test('a recording is labelled by its name, an unknown start by itself', () => {
  expect(getStartLabel('recorded:slow-group', getTranslate('ru'))).toBe('Запись «slow-group»')
  expect(getStartLabel('ofTomorrow', getTranslate('en'))).toBe('ofTomorrow')
})
