import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client'
import { storage } from './storage'
import { unsavedChanges } from './unsaved-changes'

const type = (name: string, value: string) => {
  const field = document.querySelector<HTMLInputElement>(name)
  if (field) field.value = value
}

test.each([
  ['a flag', <textarea key="x" />, 'textarea', 'flag{half', true],
  ['a restored flag draft', <textarea key="x" defaultValue="flag{half" />, 'textarea', 'flag{half', true],
  ['nothing in a field for text', <textarea key="x" />, 'textarea', '', false],
  ['a name that was changed', <input key="x" type="text" defaultValue="anna" />, 'input', 'anna_o', true],
  ['a name as it was', <input key="x" type="text" defaultValue="anna" />, 'input', 'anna', false],
  ['a password', <input key="x" type="password" />, 'input', 'gora-reka', true],
  ['what is searched for', <input key="x" type="search" />, 'input', 'web', false],
  ['a link to copy', <input key="x" type="text" readOnly />, 'input', 'https://x.example', false],
])('C05 %s', (_, field, name, text, isWork) => {
  render(field)
  type(name, text)
  expect(unsavedChanges.isAny()).toBe(isWork)
  expect(unsavedChanges.isTextLost()).toBe(isWork && name === 'textarea')
})

test('C05 a running exam counts, a stored draft does not', () => {
  storage.set('FeedBack', 'later')
  expect(unsavedChanges.isAny()).toBe(false)
  storage.set('flagship.exam', '5 1764000000000')
  expect(unsavedChanges.isAny()).toBe(true)
  expect(unsavedChanges.isTextLost()).toBe(false)
})

test('C05 a pending write counts until its response', async () => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const client = createQueryClient({ onClearUserData: () => () => {} })
  const call = client.getMutationCache().build(client, { mutationFn: () => answered })
  expect(unsavedChanges.isAny()).toBe(false)
  const written = call.execute(undefined)
  expect(unsavedChanges.isAny()).toBe(true)
  answer()
  await written
  expect(unsavedChanges.isAny()).toBe(false)
})
