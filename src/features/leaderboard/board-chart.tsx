import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import { roundTicks, spreadLabels } from '../../lib/step-lines'
import type { Leaderboard } from '../../queries/answers'
import { rankOf } from '../../queries/board-place'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { type ChartLine, markGap, ScoreChart } from '../../ui/score-chart'
import { type ChartData, chartData, timeAxis } from './chart-data'
import { ChartTable } from './chart-table'
import { usePointsText } from './use-points-text'

interface BoardChartProps {
  board: Leaderboard
  userId: number
}

/** How the points of the best and of the reader grew, as a picture and as a table; nothing when the board says nothing of it. */
export const BoardChart = ({ board, userId }: BoardChartProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const data = useMemo(() => chartData(board, userId), [board, userId])
  const label = useSummary(data)
  const drawn = useDrawn(data)
  if (!data || !drawn) return null
  const { lines, total } = data
  return (
    <Card as="section" padding="lg" aria-labelledby={title} className="flex flex-col gap-4">
      <SectionTitle id={title}>{t('chart.title')}</SectionTitle>
      <ScoreChart label={label} ownText={t('me.row')} {...drawn} />
      {lines.length < total && (
        <p className="text-sm text-muted">
          {t('chart.more', { shown: lines.length, total: formatNumber(total, i18n.language) })}
        </p>
      )}
      <details className="text-sm" data-no-print onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="py-1 font-medium pointer-coarse:py-3">{t('chart.table')}</summary>
        {isOpen && <ChartTable data={data} />}
      </details>
    </Card>
  )
}

/** The picture in one or two sentences. */
const useSummary = (data: ChartData | null): string => {
  const { t, i18n } = useTranslation('leaderboard')
  const points = usePointsText()
  if (!data) return ''
  const lastOf = ({ steps }: ChartData['lines'][number]) => steps.at(-1)?.value ?? 0
  const [best] = data.lines.toSorted((a, b) => lastOf(b) - lastOf(a))
  const own = data.lines.find(({ isOwn }) => isOwn)
  const summary = t('chart.summary', {
    count: data.lines.length,
    from: formatDate(data.from, i18n.language),
    to: formatDate(data.to, i18n.language),
    leader: best ? personName(best.row) : '',
    points: points(best ? lastOf(best) : 0),
  })
  return own ? `${summary} ${t('chart.own', { points: points(lastOf(own)) })}` : summary
}

/** Times and points as shares of the plot, with round numbers at its edges. */
const useDrawn = (data: ChartData | null) => {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    if (!data) return null
    const { from, to } = data
    const values = data.lines.flatMap(({ steps }) => steps.map(({ value }) => value))
    const yValues = roundTicks(Math.min(...values), Math.max(...values))
    const low = yValues[0] ?? 0
    const high = yValues.at(-1) ?? 1
    const x = (moment: number) => (moment - from) / (to - from)
    const y = (value: number) => (high - value) / (high - low)
    const ends = data.lines.map(({ steps }) => y(steps.at(-1)?.value ?? 0))
    const marks = spreadLabels(ends, markGap)
    const lines = data.lines.map(({ row, isOwn, steps }, index): ChartLine => {
      const last = steps.at(-1)?.value ?? 0
      const rank = rankOf(row)
      return {
        key: row.user_id,
        name: personName(row),
        mark: rank === null ? '–' : formatNumber(rank, language),
        valueText: formatNumber(last, language),
        // Everybody begins with nothing, and what was reached holds to the end.
        corners: [
          { x: x(steps[0]?.at ?? from), y: y(0) },
          ...steps.map(({ at, value }) => ({ x: x(at), y: y(value) })),
          { x: 1, y: y(last) },
        ],
        markAt: marks[index] ?? 0,
        isOwn,
      }
    })
    return {
      lines,
      xTicks: timeAxis(data, 5, language).map(({ at, text }) => ({ at: x(at), text })),
      yTicks: yValues.map(value => ({ at: y(value), text: formatNumber(value, language) })),
    }
  }, [data, language])
}
