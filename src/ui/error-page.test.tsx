import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorPage, type ErrorSignalName } from './error-page'
import { signals } from './signals'

const show = (signal: ErrorSignalName) =>
  render(<ErrorPage title="Ошибка сервера" message="Подождите" signal={signal} signalText="Флаги N и C" />)

const getShapes = (flag: Element) => [...flag.querySelectorAll('path')].map(path => path.getAttribute('d'))

test('flies the flags of the International Code', () => {
  const { container } = show('distress')
  const [n, c] = [...container.querySelectorAll('svg')].map(getShapes)
  expect(n).toContain(signals.N[1][1])
  expect(n).toHaveLength(3)
  expect(c).toEqual(expect.arrayContaining([signals.C[1][1], signals.C[2][1]]))
})

test('says what has happened before what the flags mean', () => {
  show('stop')
  const text = document.body.textContent ?? ''
  expect(text.indexOf('Ошибка сервера')).toBeLessThan(text.indexOf('Флаги N и C'))
  screen.getByRole('heading', { level: 1, name: 'Ошибка сервера' })
})
