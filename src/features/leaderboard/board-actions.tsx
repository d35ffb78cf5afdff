import { ImageDown, Presentation, Sheet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/responses'
import { clock } from '../../lib/clock'
import { focusOnMount } from '../../lib/focus'
import { formatDateTime, formatDuration, formatTime } from '../../lib/format'
import { useInterval } from '../../lib/hooks'
import { safeFileName } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { FilterChip } from '../../ui/filter-bar'
import { SaveButton } from '../shell/public'

interface BoardActionsProps {
  /** As they are shown. */
  rows: readonly LeaderboardRow[]
  /** With full names, for the table. */
  savedRows: readonly LeaderboardRow[]
  hasShortNames: boolean
  onToggleNames: () => void
  userId: number
  groupName: string
  /** Timestamp in milliseconds. */
  readAt: number
  /** Administrators can save the board as a table. */
  isAdmin: boolean
  onPresent: () => void
  /** True after leaving the presenter view: focus returns to the button that opened it. */
  shouldRestoreFocus: boolean
}

/** Needs a user gesture. If the browser rejects it, the view still fills the page. */
export const requestFullScreen = (): void => {
  document.documentElement.requestFullscreen?.().catch(() => {})
}

export const BoardActions = (props: BoardActionsProps) => {
  const { rows, savedRows, hasShortNames, userId, groupName, readAt, isAdmin } = props
  const { onToggleNames, onPresent, shouldRestoreFocus } = props
  const { t, i18n } = useTranslation(['leaderboard', 'common'])
  const { language } = i18n
  const headings = [t('column.rank'), t('column.name'), t('column.solved'), t('column.points')] as const
  const fileName = (extension: string) =>
    safeFileName(`${t('title')} ${groupName}`, extension, `leaderboard${extension}`)
  const drawImage = async () => {
    const { drawBoardImage } = await import('./board-image')
    return drawBoardImage(rows, userId, {
      product: t('product', { ns: 'common' }),
      title: t('title'),
      groupName,
      date: t('picture.date', { time: formatDateTime(readAt, language) }),
      headings,
      language,
    })
  }
  const writeTable = async () => {
    const { createBoardCsv } = await import('./board-csv')
    const [rank, name, solved, points] = headings
    const all = [rank, name, t('table.username'), solved, points, t('column.last')] as const
    return new Blob([createBoardCsv(savedRows, { headings: all, language })])
  }
  return (
    <div data-no-print className="flex flex-wrap items-start gap-2">
      <Button
        ref={shouldRestoreFocus ? focusOnMount : null}
        size="sm"
        icon={<Presentation />}
        className="max-sm:hidden"
        onClick={() => {
          requestFullScreen()
          onPresent()
        }}
      >
        {t('presenter.open')}
      </Button>
      <FilterChip isSelected={hasShortNames} onToggle={onToggleNames}>
        {t('names.short')}
      </FilterChip>
      {isAdmin && (
        <SaveButton
          icon={<Sheet />}
          label={t('table.save')}
          shortLabel={t('table.short')}
          savedText={t('table.saved')}
          failedText={t('table.failed')}
          create={writeTable}
          name={fileName('.csv')}
        />
      )}
      <SaveButton
        icon={<ImageDown />}
        label={t('picture.save')}
        shortLabel={t('picture.short')}
        savedText={t('picture.saved')}
        failedText={t('picture.failed')}
        create={drawImage}
        name={fileName('.png')}
      />
    </div>
  )
}

interface UpdatedAgoProps {
  /** Device clock, milliseconds. */
  readAt: number
  hasFailed: boolean
}

const SECOND_MS = 1000
const HALF_DAY_S = 43_200

/** Age of the data. Not a live region, because it changes every second; a failed refetch is announced. */
export const UpdatedAgo = ({ readAt, hasFailed }: UpdatedAgoProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const [now, setNow] = useState(clock.now)
  useInterval(SECOND_MS, () => setNow(clock.now()))
  const seconds = Math.max(0, Math.floor((now - readAt) / SECOND_MS))
  const age =
    seconds < 5 ? t('updated.now') : t('updated.ago', { duration: formatDuration(seconds, i18n.language) })
  // The time alone would look like today's.
  const time =
    seconds < HALF_DAY_S ? formatTime(readAt, i18n.language) : formatDateTime(readAt, i18n.language)
  return (
    <>
      {!hasFailed && <span className="tabular-nums">{age}</span>}
      <span role="status">{hasFailed && t('updated.failed', { time })}</span>
    </>
  )
}
