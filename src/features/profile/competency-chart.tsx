import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Radar } from '../../ui/radar'
import { formatShare, getChartMaximum, type ProfileViewModel } from './profile-model'

/** More labels need the room of a wide window. */
const FEW_AXES = 8

/** The strongest competencies; the table has all. Renders nothing for too few. */
export const CompetencyChart = ({ view: { axes, isChartPartial } }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  const [best, weakest] = [axes[0], axes.at(-1)]
  if (!best || !weakest) return null
  const maxShare = getChartMaximum(axes)
  const getName = ({ name }: { name: string | null }) => name ?? t('list.unnamed')
  const label =
    best.share === weakest.share
      ? t('chart.even', { share: formatShare(best.share) })
      : t('chart.label', {
          best: getName(best),
          bestShare: formatShare(best.share),
          least: getName(weakest),
          leastShare: formatShare(weakest.share),
        })
  return (
    <Card
      padding="none"
      className={cx('px-3 py-3 print:hidden', axes.length > FEW_AXES ? 'max-xl:hidden' : 'max-md:hidden')}
    >
      <Radar
        label={label}
        axes={axes.map(axis => ({
          key: axis.number,
          name: getName(axis),
          share: axis.share / maxShare,
        }))}
      />
      <p className="text-center text-xs text-muted">
        <span>{t('chart.edge', { share: formatShare(maxShare) })}</span>
        {isChartPartial && <span>{` ${t('chart.partial', { count: axes.length })}`}</span>}
      </p>
    </Card>
  )
}
