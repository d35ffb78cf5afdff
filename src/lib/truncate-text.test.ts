import { expect, test } from 'vitest'
import { truncateText } from './truncate-text'

test.each([
  ['', ''],
  ['Десять букв', 'Десять букв'],
  ['Ровно двадцать букв!', 'Ровно двадцать букв!'],
  ['Одна цена видна заранее', 'Одна цена видна…'],
  ['Одна цена видна — нет', 'Одна цена видна…'],
  ['Одна цена не видна ни', 'Одна цена не видна…'],
  ['Десять букв, остальное лишнее', 'Десять букв…'],
  ['x'.repeat(30), `${'x'.repeat(20)}…`],
  ['🚩'.repeat(30), `${'🚩'.repeat(20)}…`],
  ['🚩'.repeat(20), '🚩'.repeat(20)],
])('%j becomes %j', (text, shown) => expect(truncateText(text, 20)).toBe(shown))
