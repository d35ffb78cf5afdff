import { Expand, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { isCovered } from '../../lib/shortcuts'
import { useRootMark } from '../../lib/use-root-mark'
import type { LeaderboardRow } from '../../queries/answers'
import { Button } from '../../ui/button'
import { goFull, useFullScreen } from './full-screen'
import { rowTexts } from './row-texts'
import { useWakeLock } from './use-wake-lock'

interface PresenterProps {
  rows: readonly LeaderboardRow[]
  groupName: string
  /** How old the shown places are. */
  updated: ReactNode
  onLeave: () => void
}

/** More than anybody reads from the back of a room. */
const most = 100

const big = 'text-[clamp(1.125rem,2vw,3rem)] leading-tight'
const small = 'text-[clamp(1rem,1.3vw,2rem)] leading-tight'

/** The board for a classroom's wall: alone, in letters that grow with the screen, and nobody's own. */
export const Presenter = ({ rows, groupName, updated, onLeave }: PresenterProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useRef<HTMLHeadingElement>(null)
  useWakeLock()
  useRootMark('withPresenter')
  const { isFull, canBeFull } = useFullScreen(onLeave)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered()) onLeave()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onLeave])
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <section className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <bdi className={`${small} text-muted`}>{groupName}</bdi>
          <h1
            ref={title}
            tabIndex={-1}
            data-page-title
            className="text-[clamp(1.75rem,3vw,4.5rem)] leading-tight"
          >
            {t('title')}
          </h1>
          <p className={`${small} text-muted`}>{updated}</p>
        </div>
        <div data-no-print className="flex flex-wrap gap-2">
          {canBeFull && !isFull && (
            <Button icon={<Expand className="size-4" aria-hidden />} onClick={goFull}>
              {t('presenter.full')}
            </Button>
          )}
          <Button icon={<X className="size-4" aria-hidden />} onClick={onLeave}>
            {t('presenter.leave')}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? <p className={big}>{t('empty.none')}</p> : <BigTable rows={rows.slice(0, most)} />}
      {rows.length > most && (
        <p className={`${small} text-muted`}>
          {t('presenter.more', { count: most, total: number(rows.length) })}
        </p>
      )}
    </section>
  )
}

const columns = ['rank', 'name', 'solved', 'points'] as const

const widths = {
  rank: 'w-[4rem] text-right sm:w-[14%]',
  name: 'text-left',
  solved: 'max-xs:hidden w-[16%] text-right',
  points: 'w-[5rem] text-right sm:w-[18%]',
}

const BigTable = ({ rows }: { rows: readonly LeaderboardRow[] }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <table className={`${big} w-full table-fixed tabular-nums`}>
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="table-head">
        <tr>
          {columns.map(key => (
            <th
              key={key}
              scope="col"
              className={`${widths[key]} ${small} px-1 sm:px-4 py-2 font-medium text-muted`}
            >
              {t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const { rank, person, username, solved, points } = rowTexts(row, i18n.language)
          return (
            <tr key={row.user_id} className="border-b border-line">
              <td className={`${widths.rank} px-1 sm:px-4 py-3 text-muted`}>{rank}</td>
              <th scope="row" className={`${widths.name} px-1 sm:px-4 py-3 font-medium`}>
                <bdi className="block truncate">{person}</bdi>
                {username && (
                  <bdi className={`${small} block truncate font-normal text-muted`}>{username}</bdi>
                )}
              </th>
              <td className={`${widths.solved} px-1 sm:px-4 py-3`}>{solved}</td>
              <td className={`${widths.points} px-1 sm:px-4 py-3 font-semibold`}>{points}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
