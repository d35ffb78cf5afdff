import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isClientError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useAnnounceChange, useIsSlow } from '../../lib/hooks'
import type { UrlSecrets } from '../../lib/url-secrets'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { Progress } from '../../ui/progress'
import { LmsLink } from './lms-link'

interface LmsCallbackProps {
  session: Session
  urlSecrets: UrlSecrets
  loginUrl: (() => string) | undefined
}

/** Completes the LMS login: progress, then home, or an error with the next steps. */
export const LmsCallback = ({ session, urlSecrets, loginUrl }: LmsCallbackProps) => {
  const { t } = useTranslation('callback')
  const { outcome, retry } = useLmsLogin(session, urlSecrets)
  const isPending = outcome.kind === 'pending' || (outcome.kind === 'unanswered' && outcome.isPending)
  const isSlow = useIsSlow(isPending)
  useAnnounceChange(String(isSlow), isSlow ? t('slow') : '')
  const slow = isSlow && <p className="text-sm">{t('slow')}</p>
  const passwordLink = (
    <Link to="/login" className={buttonClass({ isBlock: true })}>
      {t('byPassword')}
    </Link>
  )
  if (outcome.kind === 'pending') {
    return (
      <>
        <Progress value={null} label={t('pending')} />
        {slow}
        {isSlow && <div className={actionsClass}>{passwordLink}</div>}
      </>
    )
  }
  if (outcome.kind === 'unanswered') {
    return (
      <>
        <Failure key={outcome.tries} text={errorMessage(outcome.error)} />
        {slow}
        <div className={actionsClass}>
          <RetryButton outcome={outcome} retry={retry} />
          {passwordLink}
        </div>
      </>
    )
  }
  return (
    <>
      {outcome.kind === 'rejected' ? (
        <Failure text={t('failedText')} takesFocus={outcome.tries > 0} />
      ) : (
        <Banner tone="warning" title={t('missing')}>
          {t('missingText')}
        </Banner>
      )}
      {/* The first link appears after the configuration has loaded: its place is kept. */}
      <div
        className={cx(actionsClass, 'justify-end')}
        style={{ minHeight: 'calc(2 * var(--control-size) + 0.5rem)' }}
      >
        <LmsLink loginUrl={loginUrl} buttonStyle={{ variant: 'primary', isBlock: true }} />
        {passwordLink}
      </div>
    </>
  )
}

const actionsClass = 'flex flex-col gap-2'

const focusIfLost = (element: HTMLElement | null) => {
  if (isFocusLost()) element?.focus()
}

/** Takes focus when the focused button disappears with the previous state. */
const Failure = ({ text, takesFocus = false }: { text: string; takesFocus?: boolean }) => {
  const { t } = useTranslation('callback')
  return (
    <div ref={takesFocus ? focusIfLost : null} tabIndex={-1}>
      <Banner tone="danger" role="alert" title={t('failed')}>
        {text}
      </Banner>
    </div>
  )
}

const RetryButton = ({ outcome, retry }: { outcome: Unanswered; retry: () => Promise<void> }) => {
  const { t } = useTranslation('common')
  const wait = useRetryAfter(outcome.error)
  return (
    <Button
      variant="primary"
      size="lg"
      isBlock
      isPending={outcome.isPending}
      onClick={retry}
      disabledReason={retryReason(wait)}
    >
      {t('retry')}
    </Button>
  )
}

/** State of the LMS login. On success there is nothing after `pending`: the guard redirects home. */
type LmsOutcome =
  /** No code in the URL: after a reload or Back. */
  | { kind: 'missing' }
  | { kind: 'pending' }
  /** One generic error, whatever the reason. */
  | { kind: 'rejected'; tries: number }
  | Unanswered

/** No response: the code may still be valid. `tries` counts attempts. */
interface Unanswered {
  kind: 'unanswered'
  code: string
  error: unknown
  tries: number
  isPending: boolean
}

/** The code is removed from memory on mount, so that it is sent once. Retrying takes a click. */
const useLmsLogin = (session: Session, urlSecrets: UrlSecrets) => {
  const [outcome, setOutcome] = useState((): LmsOutcome => {
    if (urlSecrets.peek('error') !== null) return { kind: 'rejected', tries: 0 }
    return { kind: urlSecrets.peek('code') === null ? 'missing' : 'pending' }
  })

  const exchangeCode = async (code: string, tries: number): Promise<void> => {
    try {
      await session.completeLmsLogin(code)
      // A used code is answered with its original login, which may be over.
      if (session.getState().status !== 'authenticated') setOutcome({ kind: 'rejected', tries })
    } catch (error) {
      if (isClientError(error)) setOutcome({ kind: 'rejected', tries })
      else setOutcome({ kind: 'unanswered', code, error, tries: tries + 1, isPending: false })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is exchanged on mount only.
  useEffect(() => {
    const error = urlSecrets.take('error')
    const code = urlSecrets.take('code')
    if (code !== null && error === null) void exchangeCode(code, 0)
  }, [])

  const retry = async (): Promise<void> => {
    if (outcome.kind !== 'unanswered' || outcome.isPending) return
    setOutcome({ ...outcome, isPending: true })
    await exchangeCode(outcome.code, outcome.tries)
  }

  return { outcome, retry }
}
