import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { amountText, shareText } from './amount-text'
import type { Amount, ProfileViewModel } from './profile-view-model'

/** Points and tasks over all competencies. */
export const ProfileTotals = ({ view }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  return (
    <Card as="section" padding="lg" aria-labelledby="totals" className="flex flex-col gap-4">
      <SectionTitle id="totals">{t('totals.title')}</SectionTitle>
      <Total label={t('totals.points')} amount={view.points} />
      <Total label={t('totals.tasks')} amount={view.tasks} />
      <p className="text-xs text-muted">{t('totals.note')}</p>
    </Card>
  )
}

const Total = ({ label, amount }: { label: string; amount: Amount }) => {
  const { done, total, share } = amount
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{label}</p>
      <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="text-lg font-semibold">{amountText(amount)}</span>
        {share !== null && <span className="text-sm text-muted">{shareText(share)}</span>}
      </p>
      {done !== null && total !== null && total > 0 && (
        // The figures stand above: the bar is for the eye alone.
        <div aria-hidden>
          <Meter label={label} value={done} max={total} size="md" isLabelHidden />
        </div>
      )}
    </div>
  )
}
