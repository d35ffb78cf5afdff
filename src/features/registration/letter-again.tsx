import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { useLetterAgain } from './use-letter-again'
import type { Account } from './use-registration'

/** "Send again", with the pause between two letters and what became of the last try. */
export const LetterAgain = ({ account, invite }: { account: Account; invite: string | undefined }) => {
  const { t } = useTranslation('registration')
  const { send, isPending, outcome, wait } = useLetterAgain(account, invite)
  return (
    <>
      {outcome?.kind === 'sent' && <Banner tone="success">{t('done.sentAgain')}</Banner>}
      {outcome?.kind === 'failed' && (
        <Banner tone="danger" role="alert">
          {errorText(outcome.error)}
        </Banner>
      )}
      <Button
        isPending={isPending}
        onClick={send}
        {...(wait > 0 && { disabledReason: t('done.sendAgainIn', { seconds: wait }) })}
      >
        {t('done.sendAgain')}
      </Button>
    </>
  )
}
