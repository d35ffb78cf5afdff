import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { runningLabOf } from '../../api/running-lab'
import { reasonText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useStopLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import type { Lab } from './use-lab'

interface FailureProps {
  title: string
  /** A server's text is text only, and may be long. */
  text: string
  isServersText?: boolean
  /** What else support needs, a line each. */
  facts: readonly string[]
  retryLabel: string
  onRetry: () => void
  isPending: boolean
  wait?: number
  /** Whoever watches the lab says it aloud, on every page. */
  isSaid?: boolean
}

/** A failure that stays in the panel: what happened, when, the way on, and what support needs. */
const Failure = (props: FailureProps) => {
  const { t, i18n } = useTranslation(['lab', 'common'])
  // The moment at which it was seen.
  const [time] = useState(() => serverClock.now())
  const [hasFailed, setFailed] = useState(false)
  const { title, text, wait = 0 } = props
  const details = [...props.facts, `time: ${new Date(time).toISOString()}`, text].join('\n')
  return (
    <Banner
      tone="danger"
      {...(!props.isSaid && { role: 'alert' })}
      title={`${title}, ${formatTime(time, i18n.language)}`}
      action={
        <>
          <Button
            size="sm"
            isPending={props.isPending}
            onClick={props.onRetry}
            {...(wait > 0 && { disabledReason: t('retryIn', { ns: 'common', seconds: wait }) })}
          >
            {props.retryLabel}
          </Button>
          <CopyButton
            text={details}
            label={t('copyDetails', { ns: 'common' })}
            copiedLabel={t('copied', { ns: 'common' })}
            onCopied={() => announce(t('copied', { ns: 'common' }))}
            onFailed={() => setFailed(true)}
          />
        </>
      }
    >
      {props.isServersText ? (
        <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          <bdi>{text}</bdi>
        </pre>
      ) : (
        text
      )}
      {hasFailed && (
        <pre className="mt-2 overflow-x-auto text-xs whitespace-pre-wrap select-all wrap-anywhere">
          {details}
        </pre>
      )}
    </Banner>
  )
}

const labFact = ({ place }: Lab): string => `lab: ${place.groupId}/${place.taskId}`

/** The lab went off while it was starting, and the server says why. */
export const StartFailure = ({ lab, text }: { lab: Lab; text: string }) => {
  const { t } = useTranslation('lab')
  return (
    <Failure
      key={text}
      title={t('failure.start')}
      text={text}
      isServersText
      isSaid
      facts={[labFact(lab)]}
      retryLabel={t('failure.again')}
      onRetry={lab.start.start}
      isPending={lab.start.isPending}
    />
  )
}

interface CallFailureProps {
  lab: Lab
  call: 'start' | 'extend' | 'stop'
}

/** A start, an extension or a stop that the server refused or did not answer (specification §8, other messages). */
export const CallFailure = ({ lab, call }: CallFailureProps) => {
  const { t } = useTranslation(['lab', 'common'])
  const { error, isPending, failedAt } = call === 'stop' ? lab.stop : lab.start
  const wait = useRetryAfter(error)
  if (!(error instanceof ApiError)) return null
  const running = runningLabOf(error)
  if (running && call === 'start') return <OtherLab running={running} lab={lab} />
  const { kind, status, requestId } = error
  const facts = [labFact(lab), `status: ${status ?? kind}`, ...(requestId ? [`request: ${requestId}`] : [])]
  return (
    <Failure
      // Each failure has its own time.
      key={failedAt}
      title={t(`failure.${call}`)}
      text={reasonText(error)}
      facts={facts}
      retryLabel={t('retry', { ns: 'common' })}
      // The person has confirmed this stop already.
      onRetry={() => (call === 'stop' ? void lab.stop.stop() : lab.start.start())}
      isPending={isPending}
      wait={wait}
    />
  )
}

interface OtherLabProps {
  running: NonNullable<ReturnType<typeof runningLabOf>>
  lab: Lab
}

/** Only one lab runs at a time: names the other, leads to it, and offers to start this one in its place. */
const OtherLab = ({ running, lab }: OtherLabProps) => {
  const { t } = useTranslation('lab')
  const other = useStopLab({ groupId: running.group_id, taskId: running.task_id })
  const replace = async () => {
    if (await other.stop()) lab.start.start()
  }
  return (
    <Banner
      tone="warning"
      role="alert"
      action={
        <Button
          size="sm"
          isPending={other.isPending || lab.start.isPending}
          onClick={event => (event.detail > 1 ? undefined : void replace())}
        >
          {t('other.replace')}
        </Button>
      }
    >
      <p>
        {t('other.title')}{' '}
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId: running.group_id, taskId: running.task_id }}
          hash="lab"
        >
          <bdi>{running.title}</bdi>
        </Link>
      </p>
      <p>{t('other.text')}</p>
      {other.error && <p className="mt-2">{`${t('failure.stop')}. ${reasonText(other.error)}`}</p>}
    </Banner>
  )
}
