import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { reasonText } from '../../i18n/error-text'
import type { SharingOutcome, SharingWish } from '../../queries/profile-sharing'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

interface ShareOutcomeProps {
  outcome: SharingOutcome
  onCheck: () => void
}

/** What became of the last wish, where it was made; a success is told by the panel itself. */
export const ShareOutcome = ({ outcome, onCheck }: ShareOutcomeProps) => {
  const { t } = useTranslation('sharing')
  const { kind, wish } = outcome
  if (kind === 'done') return null
  if (kind === 'found')
    return (
      <Banner tone="info" role="status">
        {t(`found.${wish}`)}
      </Banner>
    )
  if (kind === 'unknown')
    return (
      <Banner
        tone="warning"
        role="alert"
        title={t(`unknown.${wish}`)}
        action={
          <Button size="sm" onClick={onCheck}>
            {t('check')}
          </Button>
        }
      >
        {t('unknown.text')}
      </Banner>
    )
  return (
    <Banner tone="danger" role="alert" title={t(`failed.${wish}`)}>
      {kind === 'offline' && t('offline')}
      {kind === 'notDone' && `${t(`refused.${wish}`)} ${t('notDone')}`}
      {kind === 'refused' && <Refusal error={outcome.error} wish={wish} />}
    </Banner>
  )
}

const Refusal = ({ error, wish }: { error: ApiError; wish: SharingWish }) => {
  const { t } = useTranslation('sharing')
  const isUnverified = error.detail === 'email not verified'
  return (
    <>
      <p>{reasonText(error)}</p>
      <p>{isUnverified ? t('refused.unverified') : t(`refused.${wish}`)}</p>
    </>
  )
}
