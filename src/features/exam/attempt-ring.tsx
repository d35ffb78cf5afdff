import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import { formatMoney, formatNumber } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { cx } from '../../ui/cx'
import { Ring } from '../../ui/ring'
import type { Tone } from '../../ui/tone'
import { formatHours } from './attempt-details'
import { formatBarTime, useIsClockShown } from './running-exam'

interface RingFaceProps {
  value: string
  caption: string
  /** Null while nothing is counted. */
  share?: number | null
  tone?: Tone | 'signal'
}

/** A figure in its ring. Read aloud where it stands as text: in the bar, in the headline, in the details. */
const RingFace = ({ value, caption, share = null, tone = 'accent' }: RingFaceProps) => (
  <div className="relative grid size-[6.5rem] place-items-center sm:size-[11rem]">
    <Ring
      share={share ?? 0}
      isDashed={share === null}
      tone={tone}
      width={2.5}
      className="absolute inset-0 size-full"
    />
    <p className="relative flex max-w-[5rem] flex-col items-center text-center sm:max-w-[8.5rem]">
      <span
        className={cx(
          'font-display tabular-nums whitespace-nowrap',
          value.length > 5 ? 'text-base sm:text-2xl' : 'text-xl sm:text-3xl',
          tone === 'signal' && 'text-signal-fill',
        )}
      >
        {value}
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
  tone: (share: number) => Tone
  isHidden?: boolean
}

/** Counts down once a second; the bar below the header is the timer for assistive technology. */
const ClockFace = ({ until, total, caption, tone, isHidden = false }: ClockFaceProps) => {
  const { t } = useTranslation('exam')
  const now = useServerSecond(true)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  // Never more time than the exam has (E06).
  const shown = total === null ? left : Math.min(left, total)
  const share = total === null || total <= 0 ? 1 : shown / total
  return (
    <div aria-hidden>
      <RingFace
        value={isHidden ? t('ring.hidden') : formatBarTime(shown)}
        caption={caption}
        share={share}
        tone={tone(share)}
      />
    </div>
  )
}

/** As the bar under the header: a warning from 20 %, danger from 5 %. */
const getTimeTone = (share: number): Tone => (share < 0.05 ? 'danger' : share < 0.2 ? 'warning' : 'accent')

const asWarning = (): Tone => 'warning'

/** What is counted in this status: the price, the hours, the time left or the points. */
export const AttemptRing = ({ view, now }: { view: AttemptView; now: number }) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const isClockShown = useIsClockShown()
  const { status, rule, total, price, endsAt, reportDeadline, score } = view
  if (view.isReportOverdue) return <RingFace value="0:00" caption={t('ring.left')} share={1} tone="danger" />
  if (reportDeadline !== null && reportDeadline > now && rule.step === 'report') {
    const whole = endsAt !== null && endsAt < reportDeadline ? (reportDeadline - endsAt) / 1000 : null
    return <ClockFace until={reportDeadline} total={whole} caption={t('ring.left')} tone={asWarning} />
  }
  if (status === 'exam_started' && endsAt !== null) {
    const hours = total === null ? null : total / 3600
    const caption =
      hours !== null && Number.isInteger(hours)
        ? t('ring.of', { hours: formatNumber(hours, language) })
        : t('ring.left')
    return (
      <ClockFace until={endsAt} total={total} caption={caption} tone={getTimeTone} isHidden={!isClockShown} />
    )
  }
  if (status === 'time_left')
    return <RingFace value="0:00" caption={t('ring.left')} share={1} tone="warning" />
  if (status === 'completed') {
    if (score === null) return <RingFace value="✓" caption="" share={1} tone="signal" />
    return (
      <RingFace
        value={formatNumber(score, language)}
        caption={t('ring.points', { count: score })}
        share={1}
        tone="signal"
      />
    )
  }
  if (rule.step === 'access' && price)
    return (
      <RingFace value={formatMoney(price.amount, price.currency, language)} caption={t('ring.perAttempt')} />
    )
  if (rule.step === 'access' || rule.step === 'start') return <HoursFace seconds={total} />
  if (status === 'checking') return <RingFace value="…" caption={t('ring.result')} />
  return <RingFace value={status === 'report_rejected' ? '!' : '?'} caption={t('attempt', { id: view.id })} />
}

/** How long the exam takes; `seconds` is null if unknown. */
export const HoursFace = ({ seconds }: { seconds: number | null }) => {
  const { t, i18n } = useTranslation('exam')
  return <RingFace value={formatHours(seconds, t, i18n.language)} caption={t('ring.total')} />
}
