import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useShortcut } from './shortcuts'

const Page = ({ run, cover }: { run: () => void; cover: Record<string, string> | null }) => {
  useShortcut('flag', run)
  return cover && <div {...cover} />
}

test.each<[string, Record<string, string> | null, number]>([
  ['nothing', null, 1],
  ['an open dialog', { role: 'dialog' }, 0],
  ['an open menu', { role: 'menu', 'data-open': '' }, 0],
  ['a dialog that closes', { role: 'dialog', 'data-closed': '' }, 1],
  ['a dialog in its last frames', { role: 'alertdialog', 'data-ending-style': '' }, 1],
  ['a dialog that nobody reaches', { role: 'dialog', 'aria-hidden': 'true' }, 1],
])('with %s on the page a key acts accordingly', (_, cover, expected) => {
  let runs = 0
  const run = () => {
    runs += 1
  }
  render(<Page run={run} cover={cover} />)
  fireEvent.keyDown(document.body, { key: 'f', code: 'KeyF' })
  expect(runs).toBe(expected)
})
