import { expect, onTestFinished, test, vi } from 'vitest'
import { titlePrefix } from '../i18n/use-document-title'
import { createAnnouncements } from './announce'

function setup() {
  let at = 0
  const store = createAnnouncements(() => at)
  const wait = (ms: number) => {
    at += ms
  }
  return { store, wait, messages: () => store.get().map(entry => entry.text) }
}

test('a message replaces the previous one after a second', () => {
  const { store, wait, messages } = setup()
  store.announce('Страница «Группы»')
  wait(1500)
  store.announce('Принят')
  expect(messages()).toEqual(['Принят'])
})

test('keeps up to five simultaneous messages', () => {
  const { store, messages } = setup()
  for (const text of ['1', '2', '3', '4', '5', '6']) store.announce(text)
  expect(messages()).toEqual(['2', '3', '4', '5', '6'])
})

test('equal text is a new message', () => {
  const { store, wait } = setup()
  store.announce('Скопировано')
  const first = store.get()[0]?.id
  wait(2000)
  store.announce('Скопировано')
  expect(store.get()).toHaveLength(1)
  expect(store.get()[0]?.id).not.toBe(first)
})

test('is polite by default and ignores empty text', () => {
  const { store } = setup()
  store.announce('   ')
  store.announce('а')
  store.announce('б', 'assertive')
  expect(store.get().map(entry => entry.politeness)).toEqual(['polite', 'assertive'])
})

test('notifies listeners until they unsubscribe', () => {
  const { store } = setup()
  const listener = vi.fn()
  const leave = store.subscribe(listener)
  store.announce('а')
  leave()
  store.announce('б')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a message expires after a second, and clear removes all', () => {
  const { store, wait, messages } = setup()
  wait(5000)
  store.announce('1')
  wait(999)
  store.announce('2')
  expect(messages()).toEqual(['1', '2'])
  wait(1)
  store.announce('3')
  expect(messages()).toEqual(['2', '3'])
  const ids = store.get().map(({ id }) => id)
  expect(ids).toEqual([2, 3])
  store.clear()
  expect(messages()).toEqual([])
})

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
