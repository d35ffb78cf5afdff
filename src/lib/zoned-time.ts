const fields = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
} as const

/** Numeric local time in a zone (the device's by default): evidence must read the same in every language. */
export const getZonedTime = (timestamp: number, timeZone?: string) => {
  const parts = new Intl.DateTimeFormat('en', { ...fields, timeZone }).formatToParts(timestamp)
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  return {
    date: `${year?.padStart(4, '0')}-${month}-${day}`,
    time: `${hour}:${minute}:${second}`,
    // `GMT+03:00`, and `GMT` for UTC.
    offset: timeZoneName?.slice(3) || '+00:00',
  }
}

/** `2026-11-21 14:05:03 +03:00` */
export const formatZonedTime = (timestamp: number, zone?: string): string => {
  const { date, time, offset } = getZonedTime(timestamp, zone)
  return `${date} ${time} ${offset}`
}
