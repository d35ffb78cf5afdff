const padTwo = (value: number): string => String(value).padStart(2, '0')

const fields = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

export interface ZoneTime {
  /** `2026-11-21` */
  date: string
  /** `14:05:03` */
  time: string
  /** `+03:00` */
  offset: string
}

/**
 * Local date and time in a zone. Numeric, because evidence must read the same in every language.
 * @param zone a valid IANA name
 */
export const getZonedTime = (timestamp: number, zone: string): ZoneTime => {
  const parts = new Map(
    new Intl.DateTimeFormat('en', { ...fields, timeZone: zone })
      .formatToParts(timestamp)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Exclude<keyof typeof fields, 'hourCycle'>) => Number(parts.get(name))
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const offsetMinutes = Math.round((local - Math.floor(timestamp / 1000) * 1000) / 60_000)
  const absoluteOffset = Math.abs(offsetMinutes)
  return {
    date: `${year}-${padTwo(month)}-${padTwo(day)}`,
    time: `${padTwo(hour)}:${padTwo(minute)}:${padTwo(second)}`,
    offset: `${offsetMinutes < 0 ? '-' : '+'}${padTwo(Math.floor(absoluteOffset / 60))}:${padTwo(absoluteOffset % 60)}`,
  }
}

/** `2026-11-21 14:05:03 +03:00` */
export const formatZonedTime = (timestamp: number, zone: string): string => {
  const { date, time, offset } = getZonedTime(timestamp, zone)
  return `${date} ${time} ${offset}`
}
