import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import type { HintOutcome } from '../../queries/hints'
import { Banner } from '../../ui/banner'

/** Why there is no hint; every failure is an empty hint (specification §7), with the reason where one is known. */
export const HintFailure = ({ outcome }: { outcome: HintOutcome }) => {
  const { t } = useTranslation('hints')
  if (outcome.kind === 'taken') return null
  if (outcome.kind === 'changed') {
    return (
      <Banner tone="info" role="alert" className="w-full">
        {t('changed')}
      </Banner>
    )
  }
  return (
    <Banner tone="warning" role="alert" title={t('unavailable')} className="w-full">
      {outcome.kind === 'empty'
        ? t('empty')
        : outcome.isUncertain
          ? t('uncertain')
          : reasonText(outcome.error)}
    </Banner>
  )
}
