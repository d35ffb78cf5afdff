const two = (value: number): string => String(value).padStart(2, '0')

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
 * A moment by a zone's clock, to the second and in figures: a document of evidence reads the same in every language.
 * @param zone an IANA name that is known to be one
 */
export const zoneTime = (moment: number, zone: string): ZoneTime => {
  const parts = new Map(
    new Intl.DateTimeFormat('en', { ...fields, timeZone: zone })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Exclude<keyof typeof fields, 'hourCycle'>) => Number(parts.get(name))
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const shift = Math.round((local - Math.floor(moment / 1000) * 1000) / 60_000)
  const away = Math.abs(shift)
  return {
    date: `${year}-${two(month)}-${two(day)}`,
    time: `${two(hour)}:${two(minute)}:${two(second)}`,
    offset: `${shift < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`,
  }
}

/** `2026-11-21 14:05:03 +03:00` */
export const zoneStamp = (moment: number, zone: string): string => {
  const { date, time, offset } = zoneTime(moment, zone)
  return `${date} ${time} ${offset}`
}
