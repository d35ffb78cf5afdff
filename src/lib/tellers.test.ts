import { afterEach, describe, expect, test } from 'vitest'
import { connectionTeller } from './connection-teller'
import { labNotices } from './lab-notices'
import { shortcutsDialog } from './shortcuts-dialog'
import { storage } from './storage'

/** Counts what a store tells of, until the end of the test. */
const listen = (store: { subscribe: (listener: () => void) => () => void }) => {
  const told = { times: 0, stop: () => {} }
  told.stop = store.subscribe(() => {
    told.times += 1
  })
  return told
}

describe('who tells of the connection', () => {
  test('the frame, until a part takes it over, and again when the last one has given it back', () => {
    const told = listen(connectionTeller)
    expect(connectionTeller.isTaken()).toBe(false)
    const [giveBack, giveBackToo] = [connectionTeller.take(), connectionTeller.take()]
    expect(connectionTeller.isTaken()).toBe(true)
    giveBack()
    // Giving back twice takes nothing from the other one.
    giveBack()
    expect(connectionTeller.isTaken()).toBe(true)
    giveBackToo()
    expect(connectionTeller.isTaken()).toBe(false)
    expect(told.times).toBe(4)
    told.stop()
    connectionTeller.take()()
    expect(told.times).toBe(4)
  })
})

describe('notices of a lab that is about to stop', () => {
  afterEach(() => storage.remove('flagship.labNotices'))

  test('are off until the person says so, and whoever shows the switch hears of it', () => {
    const told = listen(labNotices)
    expect(labNotices.isOn()).toBe(false)
    labNotices.set(true)
    expect(labNotices.isOn()).toBe(true)
    expect(storage.get('flagship.labNotices')).toBe('on')
    labNotices.set(false)
    expect(labNotices.isOn()).toBe(false)
    expect(storage.get('flagship.labNotices')).toBe('off')
    expect(told.times).toBe(2)
    told.stop()
    labNotices.set(true)
    expect(told.times).toBe(2)
  })
})

test('the list of shortcuts is one, however often it is opened', () => {
  const told = listen(shortcutsDialog)
  expect(shortcutsDialog.isOpen()).toBe(false)
  shortcutsDialog.open()
  shortcutsDialog.open()
  expect(shortcutsDialog.isOpen()).toBe(true)
  expect(told.times).toBe(1)
  shortcutsDialog.close()
  expect(shortcutsDialog.isOpen()).toBe(false)
  expect(told.times).toBe(2)
  told.stop()
  shortcutsDialog.open()
  expect(told.times).toBe(2)
  shortcutsDialog.close()
})
