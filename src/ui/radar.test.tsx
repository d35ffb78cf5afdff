import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Radar } from './radar'

test('the legend of a narrow chart is sorted by the marks', () => {
  const axes = ['10', '2', '1'].map(mark => ({ mark, name: `Axis ${mark}`, share: 0.5 }))
  render(<Radar label="Chart" axes={axes} />)
  const legend = screen.getByRole('img', { name: 'Chart' }).lastElementChild
  expect([...(legend?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1Axis 1',
    '2Axis 2',
    '10Axis 10',
  ])
})
