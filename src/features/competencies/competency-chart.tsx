import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { Radar } from '../../ui/radar'
import { shareText } from './amount-text'
import { chartEdge, type ProfileViewModel } from './profile-view-model'

/** The competencies as a shape; absent where there are too few for one. */
export const CompetencyChart = ({ view: { axes, isChartPartial } }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  const byShare = axes.toSorted((a, b) => a.number - b.number)
  const [best, least] = [byShare[0], byShare.at(-1)]
  if (!best || !least) return null
  const edge = chartEdge(axes)
  const nameOf = ({ name }: { name: string | null }) => name ?? t('list.unnamed')
  const label =
    best.share === least.share
      ? t('chart.even', { share: shareText(best.share) })
      : t('chart.label', {
          best: nameOf(best),
          bestShare: shareText(best.share),
          least: nameOf(least),
          leastShare: shareText(least.share),
        })
  return (
    <Card as="section" padding="lg" aria-labelledby="chart" className="flex flex-col gap-2">
      <SectionTitle id="chart">{t('chart.title')}</SectionTitle>
      <div className="@container">
        <Radar
          label={label}
          axes={axes.map(axis => ({
            mark: String(axis.number),
            name: nameOf(axis),
            share: axis.share / edge,
          }))}
        />
      </div>
      <p className="text-xs text-muted">
        {t('chart.edge', { share: shareText(edge) })}
        {isChartPartial && ` ${t('chart.partial', { count: axes.length })}`}
      </p>
    </Card>
  )
}
