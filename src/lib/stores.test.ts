import { afterEach, describe, expect, test } from 'vitest'
import { labNotifications } from './lab-notifications'
import { offlineBanner } from './offline-banner'
import { shortcutsDialog } from './shortcuts-dialog'
import { storage } from './storage'

/** Counts notifications of a store. */
const listen = (store: { subscribe: (listener: () => void) => () => void }) => {
  const counter = { times: 0, stop: () => {} }
  counter.stop = store.subscribe(() => {
    counter.times += 1
  })
  return counter
}

describe('offlineBanner', () => {
  test('is suppressed until the last suppression ends', () => {
    const counter = listen(offlineBanner)
    expect(offlineBanner.isSuppressed()).toBe(false)
    const [giveBack, giveBackToo] = [offlineBanner.suppress(), offlineBanner.suppress()]
    expect(offlineBanner.isSuppressed()).toBe(true)
    giveBack()
    // Calling it again doesn't end the other suppression.
    giveBack()
    expect(offlineBanner.isSuppressed()).toBe(true)
    giveBackToo()
    expect(offlineBanner.isSuppressed()).toBe(false)
    expect(counter.times).toBe(4)
    counter.stop()
    offlineBanner.suppress()()
    expect(counter.times).toBe(4)
  })
})

describe('labNotifications', () => {
  afterEach(() => storage.remove('flagship.labNotices'))

  test('are off by default and notify listeners of changes', () => {
    const counter = listen(labNotifications)
    expect(labNotifications.isOn()).toBe(false)
    labNotifications.set(true)
    expect(labNotifications.isOn()).toBe(true)
    expect(storage.get('flagship.labNotices')).toBe('on')
    labNotifications.set(false)
    expect(labNotifications.isOn()).toBe(false)
    expect(storage.get('flagship.labNotices')).toBe('off')
    expect(counter.times).toBe(2)
    counter.stop()
    labNotifications.set(true)
    expect(counter.times).toBe(2)
  })
})

test('the shortcuts dialog is shared by its triggers', () => {
  const counter = listen(shortcutsDialog)
  expect(shortcutsDialog.isOpen()).toBe(false)
  shortcutsDialog.open()
  shortcutsDialog.open()
  expect(shortcutsDialog.isOpen()).toBe(true)
  expect(counter.times).toBe(1)
  shortcutsDialog.close()
  expect(shortcutsDialog.isOpen()).toBe(false)
  expect(counter.times).toBe(2)
  counter.stop()
  shortcutsDialog.open()
  expect(counter.times).toBe(2)
  shortcutsDialog.close()
})
