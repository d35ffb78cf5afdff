import { CircleStop, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { clock } from '../../lib/clock'
import { formatDuration, formatNumber } from '../../lib/format'
import { useAnnounceChange, useInterval } from '../../lib/hooks'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import type { ReadingState } from './register-reader'

interface RegisterReadingProps {
  state: ReadingState
  /** People whose solves stand in their profiles only. */
  total: number
  /** Of the people that the filters leave, those to read. */
  unread: number
  /** The names of people who could not be read. */
  failedPeople: readonly { name: string; error: Error }[]
  onStart: () => void
  onStop: () => void
  onRestart: () => void
}

/** Fewer say nothing about the time that is left. */
const MIN_ANSWERS = 6

/** The solves of people are read from their profiles, when the administrator asks for it. */
export const RegisterReading = (props: RegisterReadingProps) => {
  const { t, i18n } = useTranslation('register')
  const { state, total, unread, failedPeople, onStart, onStop, onRestart } = props
  const number = (value: number) => formatNumber(value, i18n.language)
  const { phase, profiles } = state
  const read = profiles.size
  const progress = t('reading.value', { read: number(read), total: number(total) })
  const said = phase === 'idle' ? 'reading' : phase
  useAnnounceChange(phase, t(`reading.said.${said}`, { read: number(read), total: number(total) }))
  if (phase === 'unsupported') return <Banner tone="info">{t('reading.unsupported')}</Banner>
  if (phase === 'reading')
    return (
      <Banner
        tone="info"
        action={
          <Button size="sm" icon={<CircleStop />} onClick={onStop}>
            {t('reading.stop')}
          </Button>
        }
      >
        <div className="max-w-lg">
          <Progress
            value={state.pace.answers}
            max={state.pace.people}
            label={t('reading.label')}
            valueText={t('reading.value', {
              read: number(state.pace.answers),
              total: number(state.pace.people),
            })}
          />
        </div>
        <p className="text-muted">
          <TimeLeft state={state} />
        </p>
      </Banner>
    )
  return (
    <Banner
      tone={state.outage || failedPeople.length > 0 ? 'warning' : 'info'}
      title={read > 0 || phase === 'stopped' ? progress : t('reading.title')}
      action={
        <>
          {unread > 0 && (
            <Button size="sm" variant={read === 0 ? 'primary' : undefined} onClick={onStart}>
              {read === 0 && phase === 'idle'
                ? t('reading.start', { count: unread, people: number(unread) })
                : t('reading.resume', { count: unread, people: number(unread) })}
            </Button>
          )}
          {phase === 'done' && (
            <Button size="sm" variant="quiet" icon={<RotateCcw />} onClick={onRestart}>
              {t('reading.again')}
            </Button>
          )}
        </>
      }
    >
      {state.outage && <p>{shortErrorMessage(state.outage)}</p>}
      {read === 0 && phase === 'idle' && <p>{t('reading.how')}</p>}
      {failedPeople.length > 0 && <FailedPeople people={failedPeople} />}
    </Banner>
  )
}

const TimeLeft = ({ state }: { state: ReadingState }): ReactNode => {
  const { t, i18n } = useTranslation('register')
  const { pausedUntil, pace } = state
  if (pausedUntil !== null) return <Pause until={pausedUntil} />
  if (pace.answers < MIN_ANSWERS) return <span>{t('reading.slowly')}</span>
  const seconds = Math.ceil(((pace.elapsedMs / pace.answers) * (pace.people - pace.answers)) / 1000)
  return <span>{t('reading.left', { duration: formatDuration(Math.max(1, seconds), i18n.language) })}</span>
}

const Pause = ({ until }: { until: number }) => {
  const { t, i18n } = useTranslation('register')
  const [now, setNow] = useState(clock.now)
  useInterval(1000, () => setNow(clock.now()))
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return <span>{t('reading.paused', { duration: formatDuration(seconds, i18n.language) })}</span>
}

const MAX_NAMES = 10

/** Each reason with the people it holds for. */
const FailedPeople = ({ people }: { people: RegisterReadingProps['failedPeople'] }) => {
  const { t, i18n } = useTranslation('register')
  const reasons = new Map<string, string[]>()
  for (const { name, error } of people) {
    const reason = shortErrorMessage(error)
    reasons.set(reason, [...(reasons.get(reason) ?? []), name])
  }
  return (
    <ul aria-label={t('reading.failed')}>
      {[...reasons].map(([reason, names]) => (
        <li key={reason}>
          <bdi translate="no" className="font-medium">
            {names.slice(0, MAX_NAMES).join(', ')}
          </bdi>{' '}
          {names.length > MAX_NAMES && (
            <span>{t('reading.more', { count: formatNumber(names.length - MAX_NAMES, i18n.language) })}</span>
          )}{' '}
          <span className="text-muted">{`— ${reason}`}</span>
        </li>
      ))}
    </ul>
  )
}
