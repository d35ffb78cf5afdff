import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { Button } from '../../ui/button'
import { useLetter } from './use-letter'

interface VerifyEmailActionsProps {
  /** Where the rest of its place is centred. */
  isCentred?: boolean
  /** The next thing to do on its page. */
  isPrimary?: boolean
}

/** Send the letter again, once a minute at most, or say that the address is confirmed (ux §6, unverified). */
export const VerifyEmailActions = ({ isCentred = false, isPrimary = false }: VerifyEmailActionsProps) => {
  const { t } = useTranslation('common')
  const { send, check, isSending, isChecking, wait, outcome } = useLetter()
  return (
    <div className={`flex flex-col gap-2 ${isCentred ? 'items-center' : ''}`}>
      <div className={`flex flex-wrap gap-2 ${isCentred ? 'justify-center' : ''}`}>
        <Button
          size="sm"
          variant={isPrimary ? 'primary' : 'secondary'}
          onClick={send}
          isPending={isSending}
          disabledReason={wait > 0 ? t('verify.pause') : ''}
          reasonPlacement="hidden"
          className="tabular-nums"
        >
          {wait > 0 ? t('verify.sendIn', { seconds: wait }) : t('verify.send')}
        </Button>
        <Button size="sm" onClick={check} isPending={isChecking}>
          {t('verify.check')}
        </Button>
      </div>
      {outcome?.kind === 'failed' && (
        <p role="alert" className="text-sm text-danger-text">
          {errorText(outcome.error)}
        </p>
      )}
      {outcome && outcome.kind !== 'failed' && <p className="text-sm">{t(`verify.${outcome.kind}`)}</p>}
    </div>
  )
}
