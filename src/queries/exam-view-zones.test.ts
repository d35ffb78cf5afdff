import { afterEach, expect, test, vi } from 'vitest'
import type { Attempt } from '../api/schema.gen'

const own = process.env.TZ

afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Fresh modules in that time zone, because Intl objects are cached. */
const livingIn = async (zone: string) => {
  process.env.TZ = zone
  vi.resetModules()
  const [view, format, days] = await Promise.all([
    import('./exam-view'),
    import('../lib/format'),
    import('../lib/business-days'),
  ])
  // Some versions of the time zone database use an older name.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(timeZone.replace('Katmandu', 'Kathmandu')).toBe(zone)
  return { ...view, ...format, ...days }
}

const hour = 3_600_000
const attempt = (end: number, ends_at: string): Attempt => ({
  id: 1,
  status: 'exam_started',
  hours: 24,
  created_at: '2026-01-01T00:00:00Z',
  started_at: new Date(end - 24 * hour).toISOString(),
  ends_at,
})

/** Exams of 24 hours across a daylight saving change or a new year. */
const ends = {
  'New York falls back': '2026-11-01T16:00:00Z',
  'New York springs forward': '2027-03-14T16:00:00Z',
  'Chatham falls back': '2027-04-04T03:00:00Z',
  'Chatham springs forward': '2026-09-27T03:00:00Z',
  'a new year': '2026-12-31T22:30:00Z',
}

/** Expected local times, computed by hand. */
const walls: Record<string, string[]> = {
  UTC: ['1, 16:00 UTC', '14, 16:00 UTC', '4, 03:00 UTC', '27, 03:00 UTC', '31, 22:30 UTC'],
  'Asia/Vladivostok': [
    '2, 02:00 GMT+10',
    '15, 02:00 GMT+10',
    '4, 13:00 GMT+10',
    '27, 13:00 GMT+10',
    '1, 08:30 GMT+10',
  ],
  'America/New_York': [
    '1, 11:00 GMT-5',
    '14, 12:00 GMT-4',
    '3, 23:00 GMT-4',
    '26, 23:00 GMT-4',
    '31, 17:30 GMT-5',
  ],
  'Asia/Kathmandu': [
    '1, 21:45 GMT+5:45',
    '14, 21:45 GMT+5:45',
    '4, 08:45 GMT+5:45',
    '27, 08:45 GMT+5:45',
    '1, 04:15 GMT+5:45',
  ],
  'Pacific/Chatham': [
    '2, 05:45 GMT+13:45',
    '15, 05:45 GMT+13:45',
    '4, 15:45 GMT+12:45',
    '27, 16:45 GMT+13:45',
    '1, 12:15 GMT+13:45',
  ],
  'Europe/Moscow': [
    '1, 19:00 GMT+3',
    '14, 19:00 GMT+3',
    '4, 06:00 GMT+3',
    '27, 06:00 GMT+3',
    '1, 01:30 GMT+3',
  ],
}

const quiet = () => vi.spyOn(console, 'warn').mockImplementation(() => {})

test.each(Object.entries(walls))(
  'E04 in %s the time left is the same and the end is local',
  async (zone, wall) => {
    quiet()
    const { toAttemptView: attemptView, formatDeadline, formatDay, addBusinessDays } = await livingIn(zone)
    const shown = Object.values(ends).map(end => {
      const [time, bare] = [Date.parse(end), end.replace('Z', '')]
      const plusThree = `${new Date(time + 3 * hour).toISOString().slice(0, 19)}+03:00`
      for (const naive of [bare, bare.replace('T', ' ')])
        expect([naive, attemptView(attempt(time, naive), time - 24 * hour).left]).toEqual([naive, null])
      for (const written of [end, plusThree])
        for (const spent of [0, 1, 9, 23.5])
          expect([
            written,
            attemptView(attempt(time, written), time - 24 * hour + spent * hour).left,
          ]).toEqual([written, (24 - spent) * 3600])
      const formatted = formatDeadline(time, 'ru').replaceAll('\u00a0', ' ')
      return formatted.replace(/^(\d+) .* в (\d\d:\d\d) (.*)$/, '$1, $2 $3')
    })
    expect(shown).toEqual(wall)
    // Calendar days have no time zone; business days use the platform's.
    expect(formatDay('2026-12-01', 'en')).toBe('December 1, 2026')
    const calendar = { timeZone: 'Europe/Moscow', holidays: [], workingDays: [] }
    expect(addBusinessDays(Date.parse('2026-11-26T21:30:00Z'), 3, calendar)).toBe('2026-12-02')
  },
)

test('E04 warns about a missing offset once', async () => {
  const warn = quiet()
  const { parseMoment } = await livingIn('Asia/Vladivostok')
  parseMoment('2026-12-02T09:00:00Z')
  parseMoment('2026-12-02')
  expect(warn).not.toHaveBeenCalled()
  parseMoment('2026-12-02T09:00:00')
  parseMoment('2026-12-03T09:00:00')
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/without an offset.*2026-12-02T09:00:00/)]])
})

test('E04 does not warn in production', async () => {
  vi.stubEnv('DEV', false)
  const warn = quiet()
  const { parseMoment } = await livingIn('Asia/Vladivostok')
  expect(parseMoment('2026-12-02T09:00:00')).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})
