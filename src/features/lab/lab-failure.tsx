import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, getRunningLab } from '../../api/errors'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { formatTime } from '../../lib/format'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { useStopLab } from './labs'
import type { Lab } from './use-lab'

interface FailureProps {
  title: string
  text: string
  /** The server's reason why the lab stopped: plain and possibly long. `LabPoller` announces it, so it isn't an alert. */
  isServerText?: boolean
  /** Lines for support. */
  facts: readonly string[]
  retryLabel: string
  onRetry: () => void
  isPending: boolean
  wait?: number
}

/** Failure with its time and details to copy for support. */
const Failure = (props: FailureProps) => {
  const { t, i18n } = useTranslation(['lab', 'common'])
  const [time] = useState(() => serverClock.now())
  const [hasFailed, setFailed] = useState(false)
  const { title, text, wait = 0 } = props
  const details = [...props.facts, `time: ${new Date(time).toISOString()}`, text].join('\n')
  const copyButton = (
    <CopyButton
      text={details}
      label={t('copyDetails', { ns: 'common' })}
      copiedLabel={t('copied', { ns: 'common' })}
      onResult={isCopied => setFailed(!isCopied)}
    />
  )
  return (
    <Banner
      tone="danger"
      {...(!props.isServerText && { role: 'alert' })}
      title={`${title}, ${formatTime(time, i18n.language)}`}
      action={
        <>
          <Button
            size="sm"
            isPending={props.isPending}
            onClick={props.onRetry}
            disabledReason={retryReason(wait)}
          >
            {props.retryLabel}
          </Button>
          {!props.isServerText && copyButton}
        </>
      }
    >
      {props.isServerText ? (
        <>
          <p>{t('failure.advice')}</p>
          <details className="mt-2">
            <summary>{t('failure.details')}</summary>
            <pre className="mt-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              <bdi>{text}</bdi>
            </pre>
            {copyButton}
          </details>
        </>
      ) : (
        <span>{text}</span>
      )}
      {hasFailed && (
        <pre
          translate="no"
          className="mt-2 overflow-x-auto text-xs whitespace-pre-wrap select-all wrap-anywhere"
        >
          {details}
        </pre>
      )}
    </Banner>
  )
}

const getLabFact = ({ labTask }: Lab): string => `lab: ${labTask.groupId}/${labTask.taskId}`

/** The lab stopped while starting, with the server's reason. */
export const StartFailure = ({ lab, text }: { lab: Lab; text: string }) => {
  const { t } = useTranslation('lab')
  return (
    <Failure
      key={text}
      title={t('failure.start')}
      text={text}
      isServerText
      facts={[getLabFact(lab)]}
      retryLabel={t('failure.again')}
      onRetry={lab.start.start}
      isPending={lab.start.isPending}
    />
  )
}

export const CallFailure = ({ lab, call }: { lab: Lab; call: 'start' | 'extend' | 'stop' | 'restart' }) => {
  const { t } = useTranslation(['lab', 'common'])
  const isStop = call === 'stop' || call === 'restart'
  const { error, isPending, failedAt } = isStop ? lab.stop : lab.start
  const wait = useRetryAfter(error)
  if (!(error instanceof ApiError)) return null
  const running = getRunningLab(error)
  if (running && call === 'start') return <OtherLab running={running} lab={lab} />
  const { kind, status, requestId } = error
  const facts = [getLabFact(lab), `status: ${status ?? kind}`]
  if (requestId) facts.push(`request: ${requestId}`)
  return (
    <Failure
      // Remounts to record a new time.
      key={failedAt}
      title={t(`failure.${call}`)}
      text={
        call === 'restart' ? `${shortErrorMessage(error)} ${t('restart.kept')}` : shortErrorMessage(error)
      }
      facts={facts}
      retryLabel={t('retry', { ns: 'common' })}
      // Already confirmed.
      onRetry={() =>
        void (call === 'restart' ? lab.restart.run() : isStop ? lab.stop.stop() : lab.start.start())
      }
      isPending={isPending}
      wait={wait}
    />
  )
}

/** Only one lab can run at a time: links to the other one and offers to replace it. */
const OtherLab = ({ running, lab }: { running: NonNullable<ReturnType<typeof getRunningLab>>; lab: Lab }) => {
  const { t } = useTranslation('lab')
  const other = useStopLab({ groupId: running.group_id, taskId: running.task_id })
  const replace = async () => {
    if ((await other.stop()) === null) lab.start.start()
  }
  return (
    <Banner
      tone="warning"
      role="alert"
      action={
        <Button
          size="sm"
          isPending={other.isPending || lab.start.isPending}
          onClick={ignoreDoubleClick(() => void replace())}
        >
          {t('other.replace')}
        </Button>
      }
    >
      <p>
        <span>{t('other.title')}</span>{' '}
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId: running.group_id, taskId: running.task_id }}
          hash="lab"
        >
          <bdi>{running.title}</bdi>
        </Link>
      </p>
      <p>{t('other.text')}</p>
      {other.error && <p className="mt-2">{`${t('failure.stop')}. ${shortErrorMessage(other.error)}`}</p>}
    </Banner>
  )
}
