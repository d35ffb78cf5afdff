import { render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { translatePage } from '../../scripts/lib/translate-page'
import { Button } from '../ui/button'
import { Markdown } from '../ui/markdown/markdown'
import { markdownLabels } from './hostile/markdown'

beforeAll(() => translatePage())

/** Waits until every text of the element stands in the translator's elements. */
const untilTranslated = (element: Element) =>
  waitFor(() => {
    const bare = document.createNodeIterator(element, NodeFilter.SHOW_TEXT, text =>
      text.parentElement?.closest('font, [translate=no]') || text.nodeValue?.trim() === ''
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    )
    expect(bare.nextNode()).toBeNull()
  })

test('a button of a translated page gets a spinner and loses it', async () => {
  const { container, rerender } = render(<Button>Проверить оплату</Button>)
  await untilTranslated(container)
  rerender(<Button isPending>Проверить оплату</Button>)
  expect(screen.getByRole('button', { name: 'Проверить оплату' }).getAttribute('aria-busy')).toBe('true')
  rerender(<Button>Оплата принята</Button>)
  expect(container.textContent).toBe('Оплата принята')
})

test('a translated Markdown text stays whole when the language changes', async () => {
  const source =
    'Read [the manual](https://manual.example/a), run `ls`, then ![](https://img.example/b.png) go.\n\n- [x] read\n- [ ] run'
  const show = (external: string) => (
    <Markdown
      source={source}
      idPrefix="t-"
      imagePrefix="/files/"
      labels={{ ...markdownLabels, external, stepOpen: `${external}: open` }}
    />
  )
  const { container, rerender } = render(show('opens a tab'))
  await screen.findByText('the manual')
  await untilTranslated(container)
  rerender(show('открывается во вкладке'))
  const link = screen.getByRole('link', { name: 'the manual (manual.example) открывается во вкладке' })
  expect(link.nextSibling?.textContent).toBe(', run ')
  expect(container.querySelector('code')?.innerHTML).toBe('ls')
  expect(container.textContent).toContain('открывается во вкладке: open: ')
  expect(window.staleTexts).toEqual([])
})
