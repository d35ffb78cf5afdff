import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import type { LeaderboardRow } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { formatCountdown, formatDayMonth, formatNumber } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { getRank } from './model'
import { getMedalStyle } from './podium'
import { getRowLabels, getShare } from './rows'

const DAY_S = 86_400
/** The clock warns in the last hour. */
const SOON_S = 3600

/** Time until the end of the group, to the second. */
export const EndClock = ({ end, children }: { end: number | null; children: ReactNode }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const now = useServerSecond(end !== null)
  return (
    <div className="flex flex-wrap gap-x-3 md:shrink-0 md:flex-col md:text-right">
      <p className="presenter-small flex gap-3 text-muted md:justify-end">
        {end !== null && <span>{t('presenter.until', { date: formatDayMonth(end, i18n.language) })}</span>}
        {children}
      </p>
      {end !== null && <Countdown left={Math.ceil((end - now) / 1000)} />}
    </div>
  )
}

/** `left` in seconds. */
const Countdown = ({ left }: { left: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const days = Math.floor(left / DAY_S)
  const time = formatCountdown(left - days * DAY_S)
  const text = days > 0 ? t('presenter.days', { days: formatNumber(days, i18n.language), time }) : time
  return (
    <p className={cx('presenter-clock', left <= SOON_S && 'text-warning-text')} aria-live="off">
      {left > 0 ? text : t('presenter.ended')}
    </p>
  )
}

const QrCode = lazyComponent(() => import('../../ui/qr-code').then(part => part.QrCode), 'leaderboard')

export const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('leaderboard')
  const page = new URL('/invite', location.origin)
  return (
    <div className="presenter-invite">
      <QrCode text={`${page}/${code}`} label={t('presenter.qr')} />
      <p className="presenter-small min-w-0 text-muted">
        <span className="block">{t('presenter.join')}</span>
        <span className="block wrap-anywhere">{page.host + page.pathname}</span>
        <code translate="no" className="presenter-clock block text-text wrap-anywhere">
          {code}
        </code>
      </p>
    </div>
  )
}

/** The best in the middle, the next ones left and right of it in turn. */
const getColumn = (at: number): number => (at % 2 === 0 ? at / 2 : -(at + 1) / 2)

/** A column a person, as high as its rank. */
export const People = ({ people, more }: { people: readonly LeaderboardRow[]; more: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <ol className="presenter-people">
      {people.map((row, at) => (
        <li key={row.user_id} style={{ order: getColumn(at) }}>
          <span className="sr-only">{t('podium.place', { rank: getRank(row) })}</span>
          <Avatar name={getDisplayName(row)} size="lg" />
          <bdi translate="no" className="presenter-person">
            {getDisplayName(row)}
          </bdi>
          <Column row={row} />
        </li>
      ))}
      {more > 0 && (
        // Without a column: their ranks may differ.
        <li style={{ order: people.length }}>
          <span className="presenter-person">
            {t('podium.more', { count: more, people: formatNumber(more, i18n.language) })}
          </span>
        </li>
      )}
    </ol>
  )
}

const Column = ({ row }: { row: LeaderboardRow }) => {
  const { i18n } = useTranslation()
  const rank = getRank(row) ?? 0
  return (
    <span className="presenter-column medal" style={getMedalStyle(rank)}>
      <span aria-hidden>{rank}</span>
      <span className="presenter-points">{formatNumber(row.points, i18n.language)}</span>
    </span>
  )
}

const columns = ['rank', 'name', 'points', 'solved'] as const

const widths = {
  rank: 'w-[4rem] text-right sm:w-[12%]',
  name: 'text-left',
  solved: 'max-xs:hidden w-[12%] text-right',
  points: 'w-[5rem] text-right sm:w-[32%]',
}

interface PresenterTableProps {
  rows: readonly LeaderboardRow[]
  /** Of the first. */
  maxPoints: number
}

export const PresenterTable = ({ rows, maxPoints }: PresenterTableProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <table className="presenter-large w-full table-fixed tabular-nums">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="table-head">
        <tr>
          {columns.map(key => (
            <th
              key={key}
              scope="col"
              className={`${widths[key]} presenter-small px-1 font-medium text-muted sm:px-4`}
            >
              {t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const { rank, displayName, solved, points } = getRowLabels(row, i18n.language)
          return (
            <tr
              key={row.user_id}
              className="border-b border-line"
              style={{ viewTransitionName: `row-${row.user_id}` }}
            >
              <td className={`${widths.rank} px-1 text-muted sm:px-4`}>{rank}</td>
              <th scope="row" className={`${widths.name} truncate px-1 font-medium sm:px-4`}>
                <bdi translate="no">{displayName}</bdi>
              </th>
              <td className={`${widths.points} px-1 font-semibold sm:px-4`}>
                <span className="flex items-center justify-end gap-4">
                  <span className="presenter-bar" aria-hidden>
                    <span style={{ inlineSize: `${getShare(row.points, maxPoints) * 100}%` }} />
                  </span>
                  <span className="presenter-number">{points}</span>
                </span>
              </td>
              <td className={`${widths.solved} px-1 text-muted sm:px-4`}>{solved}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
