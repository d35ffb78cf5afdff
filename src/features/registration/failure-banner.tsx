import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorText } from '../../i18n/error-text'
import { Banner } from '../../ui/banner'
import type { Failure } from './registration-failure'

interface FailureBannerProps {
  failure: Failure
  invite: string | undefined
  /** Called when the person decides to go on without the refused invite. */
  onInviteDropped: () => void
}

const bringIntoView = (box: HTMLElement | null): void => {
  // Newer browsers return a promise, which is no clean-up.
  box?.scrollIntoView?.({ block: 'nearest' })
}

/**
 * A failure of the whole registration, with the HTTP status of the answer (specification §7): the 500 that is stored for
 * want of an answer is no number to show. It stands beside the button that was pressed, because the top of this form may
 * be far out of sight.
 */
export const FailureBanner = ({ failure, invite, onInviteDropped }: FailureBannerProps) => {
  const { t } = useTranslation(['registration', 'errors'])
  const isAnswered = failure.error instanceof ApiError && failure.error.kind === 'http'
  return (
    <div ref={bringIntoView}>
      <Banner tone="danger" role="alert">
        <p>
          {failure.isInviteRefused
            ? t('Group with this invite code not found', { ns: 'errors' })
            : errorText(failure.error)}
        </p>
        {failure.isInviteRefused && invite !== undefined && (
          <Link
            to="/registration"
            search={{}}
            replace
            onClick={onInviteDropped}
            className="inline-block py-1"
          >
            {t('withoutInvite')}
          </Link>
        )}
        {isAnswered && (
          <p className="mt-1 text-xs">{t('status', { ns: 'errors', status: failure.status })}</p>
        )}
      </Banner>
    </div>
  )
}
