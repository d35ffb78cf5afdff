import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../api/query-client'
import { storage } from './storage'
import { workInHand } from './work-in-hand'

const type = (name: string, value: string) => {
  const field = document.querySelector<HTMLInputElement>(name)
  if (field) field.value = value
}

test.each([
  ['a flag', <textarea key="x" />, 'textarea', 'flag{half', true],
  [
    'a flag that was kept from before',
    <textarea key="x" defaultValue="flag{half" />,
    'textarea',
    'flag{half',
    true,
  ],
  ['nothing in a field for text', <textarea key="x" />, 'textarea', '', false],
  ['a name that was changed', <input key="x" type="text" defaultValue="anna" />, 'input', 'anna_o', true],
  ['a name as it was', <input key="x" type="text" defaultValue="anna" />, 'input', 'anna', false],
  ['a password', <input key="x" type="password" />, 'input', 'gora-reka', true],
  ['what is searched for', <input key="x" type="search" />, 'input', 'web', false],
  ['a link to copy', <input key="x" type="text" readOnly />, 'input', 'https://x.example', false],
])('C05 %s', (_, field, name, text, isWork) => {
  render(field)
  type(name, text)
  expect(workInHand.isAny()).toBe(isWork)
  expect(workInHand.isLeft()).toBe(isWork && name === 'textarea')
})

test('C05 an exam that runs is work in hand; a text that is kept for later is none', () => {
  storage.set('FeedBack', 'later')
  expect(workInHand.isAny()).toBe(false)
  storage.set('flagship.exam', '5 1764000000000')
  expect(workInHand.isAny()).toBe(true)
  expect(workInHand.isLeft()).toBe(false)
})

test('C05 a write is work in hand until its answer is there', async () => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const client = makeQueryClient({ onForget: () => () => {} })
  const call = client.getMutationCache().build(client, { mutationFn: () => answered })
  expect(workInHand.isAny()).toBe(false)
  const written = call.execute(undefined)
  expect(workInHand.isAny()).toBe(true)
  answer()
  await written
  expect(workInHand.isAny()).toBe(false)
})
