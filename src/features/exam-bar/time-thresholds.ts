/** Also announced at half of the total time. */
const THRESHOLD_MINUTES = [30, 10, 5, 1]

const getThresholds = (total: number | null): number[] => {
  const fixedThresholds = THRESHOLD_MINUTES.map(minute => minute * 60)
  return total === null
    ? fixedThresholds
    : [total / 2, ...fixedThresholds.filter(threshold => threshold < total)]
}

/** In seconds left; null before the first threshold or if the time is unknown. */
export const getLastThreshold = (left: number | null, total: number | null): number | null => {
  const passed = left === null ? [] : getThresholds(total).filter(threshold => left <= threshold)
  return passed.length > 0 ? Math.min(...passed) : null
}

export interface AnnouncedThreshold {
  /** Attempt id and end time: a moved end has its own thresholds. */
  end: string
  threshold: number | null
}

export interface RemainingTime {
  end: string
  left: number | null
  total: number | null
}

/**
 * Whether to announce the time now. Thresholds that had passed when this end was first seen are skipped;
 * after sleep only the latest is announced; at zero nothing, because the server decides.
 */
export const getNextAnnouncement = (
  announced: AnnouncedThreshold | null,
  { end, left, total }: RemainingTime,
) => {
  const threshold = getLastThreshold(left, total)
  const before = announced?.end === end ? (announced.threshold ?? Number.POSITIVE_INFINITY) : null
  const isNew = before !== null && threshold !== null && threshold < before
  // Long after the threshold, as after sleep, it isn't half any more.
  const isHalf = total !== null && threshold === total / 2 && left !== null && threshold - left < 60
  // A corrected clock may go back over a threshold: don't announce it again.
  const lastThreshold = before === null || isNew ? threshold : (announced?.threshold ?? null)
  return { announced: { end, threshold: lastThreshold }, isDue: isNew && left !== 0, isHalf }
}
