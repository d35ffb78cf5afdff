import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Radar } from './radar'

test('every axis has its name at its end, within the chart', () => {
  const axes = Array.from({ length: 12 }, (_, key) => ({ key, name: `Axis ${key}`, share: 0.5 }))
  render(<Radar label="Chart" axes={axes} />)
  const labels = [...screen.getByRole('img', { name: 'Chart' }).querySelectorAll('bdi')]
  expect(labels.map(({ textContent }) => textContent)).toEqual(axes.map(({ name }) => name))
  for (const { style } of labels) {
    const [left, room] = [Number.parseFloat(style.left), Number.parseFloat(style.maxWidth)]
    const isLeft = style.transform.startsWith('translate(-100%')
    const isMiddle = style.transform.startsWith('translate(-50%')
    const start = isMiddle ? left - room / 2 : isLeft ? left - room : left
    expect([start >= -0.001, start + room <= 100.001], style.cssText).toEqual([true, true])
  }
})

test('a long word breaks between its syllables', () => {
  const axes = ['Администрирование Linux', 'Сети', 'Web'].map((name, key) => ({ key, name, share: 0.5 }))
  render(<Radar label="Chart" axes={axes} />)
  const [label] = screen.getByRole('img', { name: 'Chart' }).querySelectorAll('bdi')
  expect(label?.textContent?.split('\u00AD')).toEqual(['Адми', 'нистри', 'ро', 'вание Linux'])
})
