import { expect, onTestFinished, test } from 'vitest'
import { titlePrefix } from './title-prefix'

test('the exam precedes the lab, each is set separately, and equal values do not notify', () => {
  let heard = 0
  const stop = titlePrefix.subscribe(() => {
    heard += 1
  })
  onTestFinished(() => {
    stop()
    titlePrefix.set('exam', '')
    titlePrefix.set('lab', '')
  })
  titlePrefix.set('lab', '10 мин')
  titlePrefix.set('exam', '1:24 · Экзамен')
  titlePrefix.set('exam', '1:24 · Экзамен')
  expect(titlePrefix.get()).toBe('1:24 · Экзамен · 10 мин')
  expect(heard).toBe(2)
  titlePrefix.set('lab', '')
  expect(titlePrefix.get()).toBe('1:24 · Экзамен')
  titlePrefix.set('exam', '')
  expect(titlePrefix.get()).toBe('')
})
