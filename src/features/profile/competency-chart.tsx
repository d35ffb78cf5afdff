import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Radar } from '../../ui/radar'
import { formatShare, type ProfileViewModel } from './profile-model'

/** More labels need the room of a wide window. */
const FEW_AXES = 8

/** The strongest competencies, all on one scale: the edge is all points. The table has all. Renders nothing for too few. */
export const CompetencyChart = ({ view: { axes, isChartPartial } }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  const [best, weakest] = [axes[0], axes.at(-1)]
  if (!best || !weakest) return null
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
          share: axis.share,
        }))}
      />
      {isChartPartial && (
        <p className="text-center text-xs text-muted">{t('chart.partial', { count: axes.length })}</p>
      )}
    </Card>
  )
}
