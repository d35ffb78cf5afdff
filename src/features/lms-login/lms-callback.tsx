import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorText } from '../../i18n/error-text'
import type { Arrival } from '../../lib/arrival'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { useIsSlow } from '../../lib/use-is-slow'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Progress } from '../../ui/progress'
import { LmsLink } from './lms-link'
import { type LmsOutcome, useLmsLogin } from './use-lms-login'

/** Milliseconds after which the page says that it takes longer than usual (ux §6). */
const slowAfter = 10_000

interface LmsCallbackProps {
  session: Session
  arrival: Arrival
  loginUrl: (() => string) | undefined
}

/** Ends the login through the learning system: progress, then the way home, or one sentence and the ways on. */
export const LmsCallback = ({ session, arrival, loginUrl }: LmsCallbackProps) => {
  const { t } = useTranslation('auth')
  const { outcome, retry } = useLmsLogin(session, arrival)
  const isUnderWay = outcome.kind === 'pending' || (outcome.kind === 'unanswered' && outcome.isPending)
  const isSlow = useIsSlow(isUnderWay, slowAfter)
  useAnnounceChange(String(isSlow), isSlow ? t('lms.slow') : '')
  const slow = isSlow && <p className="text-sm">{t('lms.slow')}</p>
  const byPassword = (isMain: boolean) => (
    <Link to="/login" className={buttonClass({ variant: isMain ? 'primary' : 'secondary' })}>
      {t('lms.byPassword')}
    </Link>
  )
  if (outcome.kind === 'pending') {
    return (
      <>
        <Progress value={null} label={t('lms.pending')} />
        {slow}
        {isSlow && <Ways>{byPassword(false)}</Ways>}
      </>
    )
  }
  if (outcome.kind === 'unanswered') {
    return (
      <>
        <Failure key={outcome.tries} text={errorText(outcome.error)} />
        {slow}
        <Ways>
          <RetryButton outcome={outcome} retry={retry} />
          {byPassword(false)}
        </Ways>
      </>
    )
  }
  return (
    <>
      {outcome.kind === 'refused' ? (
        <Failure text={t('lms.failedText')} takesFocus={outcome.tries > 0} />
      ) : (
        <Banner tone="info">{t('lms.missing')}</Banner>
      )}
      <Ways>
        {byPassword(true)}
        {/* Last, because where it leads is told after the page stands. */}
        <LmsLink loginUrl={loginUrl} />
      </Ways>
    </>
  )
}

const Ways = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-3">{children}</div>
)

/** Takes the focus that went with a button of the state before. */
const Failure = ({ text, takesFocus = false }: { text: string; takesFocus?: boolean }) => {
  const { t } = useTranslation('auth')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) ref.current?.focus()
  }, [takesFocus])
  return (
    <div ref={ref} tabIndex={-1}>
      <Banner tone="danger" role="alert" title={t('lms.failed')}>
        {text}
      </Banner>
    </div>
  )
}

interface RetryButtonProps {
  outcome: Extract<LmsOutcome, { kind: 'unanswered' }>
  retry: () => Promise<void>
}

const RetryButton = ({ outcome, retry }: RetryButtonProps) => {
  const { t } = useTranslation('common')
  const wait = useRetryAfter(outcome.error instanceof ApiError ? outcome.error : null)
  return (
    <Button
      variant="primary"
      isPending={outcome.isPending}
      onClick={retry}
      {...(wait > 0 && { disabledReason: t('retryIn', { seconds: wait }) })}
    >
      {t('retry')}
    </Button>
  )
}
