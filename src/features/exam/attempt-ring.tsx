import { useTranslation } from 'react-i18next'
import { type AttemptView, getClockTone, getScoreMarks, getSecondsLeft } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { formatMoney, formatNumber } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { cx } from '../../ui/cx'
import { Ring } from '../../ui/ring'
import type { Tone } from '../../ui/tone'
import type { StatusMap } from '../groups/public'
import { formatHours, getTaken } from './attempt-details'
import { formatBarTime, useIsClockShown } from './running-exam'

interface RingFaceProps {
  value: string
  caption: string
  /** Null while nothing is counted. */
  share?: number | null
  tone?: Tone | 'signal'
  /** The value stands for the status. */
  isSign?: boolean
  /** Digits that change must not move the others. */
  isTicking?: boolean
  /** Name of the value where it is a countdown for everybody. */
  timerLabel?: string | undefined
}

/** A figure in its ring. Not read aloud where it says what the badge says. */
const RingFace = ({ value, caption, share = null, tone = 'accent', ...is }: RingFaceProps) => (
  <div className="relative grid size-[6.5rem] place-items-center sm:size-[11rem]">
    <Ring
      share={share ?? 0}
      isDashed={share === null}
      tone={tone}
      width={2.5}
      className="absolute inset-0 size-full"
    />
    <p className="relative flex max-w-16 flex-col items-center text-center sm:max-w-[8.5rem]">
      <span
        className={cx(
          'font-display whitespace-nowrap',
          is.isTicking && 'tabular-nums',
          value.length > 5 ? 'text-base sm:text-2xl' : 'text-xl sm:text-3xl',
          tone === 'signal' && 'text-signal-fill',
        )}
      >
        <span
          aria-hidden={is.isSign || undefined}
          {...(is.timerLabel && { role: 'timer', 'aria-live': 'off', 'aria-label': is.timerLabel })}
        >
          {value}
        </span>
      </span>
      <span className="text-xs leading-tight text-muted">{caption}</span>
    </p>
  </div>
)

interface ClockFaceProps {
  /** Milliseconds of server time. */
  until: number
  /** Of the whole, in seconds; null if unknown. */
  total: number | null
  caption: string
  /** Of the exam's own time by default. */
  tone?: Tone
  isHidden?: boolean
  timerLabel?: string
}

const clockTones = { normal: 'accent', warning: 'warning', danger: 'danger' } as const

/** Counts down once a second. Without a name as a timer it is not read aloud. */
const ClockFace = ({ until, total, caption, tone, isHidden = false, timerLabel }: ClockFaceProps) => {
  const { t } = useTranslation('exam')
  const now = useServerSecond(true)
  // The time left is unknown while the server's time contradicts itself (E16).
  const left = serverClock.isDoubtful() ? null : getSecondsLeft(until, total, now)
  const share = total === null || total <= 0 ? 1 : (left ?? 0) / total
  return (
    <div aria-hidden={!timerLabel || undefined}>
      <RingFace
        value={left === null ? '–' : isHidden ? t('ring.hidden') : formatBarTime(left)}
        caption={caption}
        share={left === null ? null : share}
        tone={tone ?? clockTones[getClockTone(left, total)]}
        isTicking
        timerLabel={isHidden ? undefined : timerLabel}
      />
    </div>
  )
}

interface AttemptRingProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
}

/** What is counted in this status: the price, the hours, the time left, what is solved or the score. */
export const AttemptRing = ({ group, statuses, view }: AttemptRingProps) => {
  const { t, i18n } = useTranslation(['exam', 'examBar'])
  const { language } = i18n
  const isClockShown = useIsClockShown()
  const { status, rule, total, price, endsAt, reportDeadline, score } = view
  if (view.isReportOverdue)
    return <RingFace isSign value="0:00" caption={t('ring.left')} share={1} tone="danger" />
  if (reportDeadline !== null && rule.step === 'report') {
    const whole = endsAt !== null && endsAt < reportDeadline ? (reportDeadline - endsAt) / 1000 : null
    return <ClockFace until={reportDeadline} total={whole} caption={t('ring.left')} tone="warning" />
  }
  if (status === 'exam_started' && endsAt !== null) {
    const hours = total === null ? null : total / 3600
    const caption =
      hours !== null && Number.isInteger(hours)
        ? t('ring.of', { hours: formatNumber(hours, language) })
        : t('ring.left')
    return (
      <ClockFace
        until={endsAt}
        total={total}
        caption={caption}
        isHidden={!isClockShown}
        timerLabel={t('timer', { ns: 'examBar' })}
      />
    )
  }
  if (status === 'time_left')
    return <RingFace isSign value="0:00" caption={t('ring.left')} share={1} tone="warning" />
  if (status === 'completed') {
    if (score === null) return <RingFace isSign value="✓" caption="" share={1} tone="signal" />
    const { total: whole } = getScoreMarks(group.exam)
    const caption =
      whole === null
        ? t('ring.points', { count: score })
        : t('figure.of', { total: formatNumber(whole, language) })
    const share = whole === null ? 1 : score / whole
    return <RingFace value={formatNumber(score, language)} caption={caption} share={share} tone="signal" />
  }
  if (rule.step === 'access' && price)
    return (
      <RingFace value={formatMoney(price.amount, price.currency, language)} caption={t('ring.perAttempt')} />
    )
  if (rule.step === 'access' || rule.step === 'start') return <HoursFace seconds={total} />
  const taken = getTaken(group, statuses)
  if (taken.total === 0) return <HoursFace seconds={total} />
  return (
    <RingFace
      value={formatNumber(taken.solved, language)}
      caption={t('ring.solved', { total: formatNumber(taken.total, language) })}
      share={taken.solved / taken.total}
      tone={rule.stepState === 'error' ? 'neutral' : 'success'}
    />
  )
}

/** How long the exam takes; `seconds` is null if unknown. */
export const HoursFace = ({ seconds }: { seconds: number | null }) => {
  const { t, i18n } = useTranslation('exam')
  const hours = seconds === null ? Number.NaN : seconds / 3600
  if (Number.isInteger(hours))
    return <RingFace value={formatNumber(hours, i18n.language)} caption={t('ring.hours', { count: hours })} />
  return <RingFace value={formatHours(seconds, t, i18n.language)} caption={t('ring.total')} />
}
