import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import type { Leaderboard } from '../../api/responses'
import { formatDate, formatDateTime, formatNumber } from '../../lib/format'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { type ChartLine, markGap, ScoreChart } from '../../ui/score-chart'
import { type ChartData, getChartData, getTimeAxis, roundTicks, spreadLabels, valueAt } from './chart-data'
import { getRank } from './model'

/** Points over time of the top users and the user, as chart and table. Renders nothing without a series. */
export const BoardChart = ({ board, userId }: { board: Leaderboard; userId: number }) => {
  const { t } = useTranslation('leaderboard')
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const data = useMemo(() => getChartData(board, userId), [board, userId])
  const label = useSummary(data)
  const geometry = useChartGeometry(data)
  if (!data || !geometry) return null
  const { lines, total } = data
  return (
    <Card as="section" padding="lg" aria-labelledby={title} className="flex flex-col gap-4">
      <SectionTitle id={title}>{t('chart.title')}</SectionTitle>
      <ScoreChart label={label} ownText={t('me.row')} {...geometry} />
      {lines.length < total && <p className="text-sm text-muted">{t('chart.more')}</p>}
      <details className="text-sm" data-no-print onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="font-medium">{t('chart.table')}</summary>
        {isOpen && <ChartTable data={data} />}
      </details>
    </Card>
  )
}

/** Text alternative of the chart. */
const useSummary = (data: ChartData | null): string => {
  const { t, i18n } = useTranslation('leaderboard')
  if (!data) return ''
  const points = (count: number) => t('podium.points', { count, points: formatNumber(count, i18n.language) })
  const getLastValue = ({ steps }: ChartData['lines'][number]) => steps.at(-1)?.value ?? 0
  const [best] = data.lines.toSorted((a, b) => getLastValue(b) - getLastValue(a))
  const own = data.lines.find(({ isOwn }) => isOwn)
  const summary = t('chart.summary', {
    count: data.lines.length,
    from: formatDate(data.from, i18n.language),
    to: formatDate(data.to, i18n.language),
    leader: best ? getDisplayName(best.row) : '',
    points: points(best ? getLastValue(best) : 0),
  })
  return own ? `${summary} ${t('chart.own', { points: points(getLastValue(own)) })}` : summary
}

/** Converts times and points to fractions of the plot area. */
const useChartGeometry = (data: ChartData | null) => {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    if (!data) return null
    const { from, to } = data
    const values = data.lines.flatMap(({ steps }) => steps.map(({ value }) => value))
    const yValues = roundTicks(Math.min(...values), Math.max(...values))
    const min = yValues[0] ?? 0
    const max = yValues.at(-1) ?? 1
    const x = (time: number) => (time - from) / (to - from)
    const y = (value: number) => (max - value) / (max - min)
    const ends = data.lines.map(({ steps }) => y(steps.at(-1)?.value ?? 0))
    const labelPositions = spreadLabels(ends, markGap)
    const lines = data.lines.map(({ row, isOwn, steps }, index): ChartLine => {
      const last = steps.at(-1)?.value ?? 0
      const rank = getRank(row)
      return {
        key: row.user_id,
        name: getDisplayName(row),
        mark: rank === null ? '–' : formatNumber(rank, language),
        valueText: formatNumber(last, language),
        // Every line starts at zero and extends to the right edge.
        points: [
          { x: x(steps[0]?.at ?? from), y: y(0) },
          ...steps.map(({ at, value }) => ({ x: x(at), y: y(value) })),
          { x: 1, y: y(last) },
        ],
        markAt: labelPositions[index] ?? 0,
        isOwn,
        isLeader: rank === 1,
      }
    })
    return {
      lines,
      xTicks: getTimeAxis(data, 5, language).map(({ at, text }) => ({ at: x(at), text })),
      yTicks: yValues.map(value => ({ at: y(value), text: formatNumber(value, language) })),
    }
  }, [data, language])
}

const COLUMN_COUNT = 9

/** The same data as the chart, sampled at regular times. */
const ChartTable = ({ data: { lines, from, to } }: { data: ChartData }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const { language } = i18n
  const ticks = getTimeAxis({ from, to }, COLUMN_COUNT, language)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keys.
      tabIndex={0}
      aria-label={t('chart.caption')}
      className="relative mt-2 overflow-x-auto"
    >
      <table className="w-full">
        <caption className="sr-only">{t('chart.caption')}</caption>
        <thead>
          <tr className="bg-sunken text-xs text-muted">
            <th scope="col" className="px-2 py-1 text-left font-medium">
              {t('column.name')}
            </th>
            {ticks.map(({ at, text }) => (
              <th
                key={at}
                scope="col"
                className="px-2 py-1 text-right font-medium whitespace-nowrap"
                title={formatDateTime(at, language)}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ row, isOwn, steps }) => (
            <tr key={row.user_id} aria-current={isOwn || undefined} className={isOwn ? 'bg-accent-soft' : ''}>
              <th scope="row" className="max-w-[12rem] min-w-[8rem] px-2 py-1 text-left font-normal">
                <bdi translate="no" className="block truncate" title={getDisplayName(row)}>
                  {getDisplayName(row)}
                </bdi>
                {isOwn && <span className="sr-only">{` ${t('me.row')}`}</span>}
              </th>
              {ticks.map(({ at }) => (
                <td key={at} className="px-2 py-1 text-right tabular-nums">
                  {formatNumber(valueAt(steps, at), language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
