import { beforeEach, expect, test } from 'vitest'
import type { Group } from '../../api/responses'
import { storage } from '../../lib/storage'
import { getAnnouncements, getReadKeys, isNew, storeRead, toPreview } from './announcements-model'

const get = (announcements: unknown) => getAnnouncements({ announcements } as Pick<Group, 'announcements'>)
const DAY_MS = 24 * 60 * 60_000
const now = Date.parse('2026-10-10T12:00:00Z')

beforeEach(() => storage.remove('flagship.announcements'))

test('the newest is first, one without a time last; what says nothing is left out', () => {
  const found = get([
    { id: 1, title: 'Без даты' },
    { id: 2, title: 'Старое', published_at: '2026-09-01T10:00:00+03:00' },
    { id: 3, text: 'Новое', published_at: '2026-10-01T10:00:00+03:00' },
    { id: 3, text: 'Новое', published_at: '2026-10-01T10:00:00+03:00' },
    { id: 4, title: ' ', published_at: '2026-10-02T10:00:00+03:00' },
    null,
    'текст',
  ])
  expect(found.map(({ key }) => key)).toEqual(['3', '2', '1'])
  for (const sent of [undefined, {}, 'x', [7]]) expect(get(sent)).toEqual([])
})

test('one is new for two weeks, until it is read in its group', () => {
  const sent = (id: number | undefined, days: number) => ({
    id,
    title: `${days}`,
    text: 'x',
    published_at: new Date(now - days * DAY_MS).toISOString(),
  })
  const all = get([sent(1, 1), sent(2, 13), sent(3, 15), { id: 4, text: 'x' }, sent(undefined, 2)])
  const newKeys = (groupId: number) =>
    all.filter(one => isNew(one, getReadKeys(groupId), now)).map(({ title }) => title)
  expect(newKeys(1)).toEqual(['1', '2', '13'])
  storeRead(1, '2', all)
  storeRead(1, all.find(({ title }) => title === '2')?.key ?? '', all)
  expect(newKeys(1)).toEqual(['1'])
  expect(newKeys(2)).toEqual(['1', '2', '13'])
  // Of announcements that are gone nothing is kept.
  storeRead(1, '1', get([sent(1, 1)]))
  expect([...getReadKeys(1)]).toEqual(['1'])
})

test('many groups with many announcements stay within the limit of the storage', () => {
  const all = get(Array.from({ length: 50 }, (_, at) => ({ title: `${at}`.padStart(200, 'x') })))
  for (let group = 1; group <= 30; group += 1) for (const { key } of all) storeRead(group, key, all)
  expect(storage.get('flagship.announcements')?.length).toBeLessThanOrEqual(20_000)
  expect(getReadKeys(30).size).toBe(all.length)
  storage.set('flagship.announcements', '[[1],[2,"x"],7,{}]')
  expect(getReadKeys(1).size).toBe(0)
})

test.each([
  ['Экзамен в **10:00**, а _не_ в `9:00`', 'Экзамен в 10:00, а _не_ в 9:00'],
  ['## Итог\n\n- раз\n- **два *три***\n\n> цитата', 'Итог раз два три цитата'],
  ['См. [правила](https://a.example/x_y) и ![схему](/files/a.svg)', 'См. правила и схему'],
  ['read_the_comments, 2 * 3 * 4, **', 'read_the_comments, 2 * 3 * 4, **'],
])('the preview of %j', (text, preview) => {
  expect(toPreview(text)).toBe(preview)
})
