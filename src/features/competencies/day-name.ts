import { dayText } from '../../lib/calendar-days'
import { formatDay } from '../../lib/format'

/** `5 октября 2026 г.`: the day that the server named, wherever the reader is. */
export const dayName = (day: number, language: string): string => formatDay(dayText(day), language)
