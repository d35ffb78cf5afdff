import { ImageDown, Presentation } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { safeFileName } from '../../lib/file-name'
import { formatDateTime, formatDuration, formatTime } from '../../lib/format'
import { saveFile } from '../../lib/save-file'
import { staleChunks } from '../../lib/stale-chunks'
import { Button } from '../../ui/button'

interface BoardActionsProps {
  rows: readonly LeaderboardRow[]
  userId: number
  groupName: string
  /** Timestamp in milliseconds. */
  readAt: number
  onPresent: () => void
  /** True after leaving the presenter view: focus returns to the button that opened it. */
  shouldRestoreFocus: boolean
}

/** Needs a user gesture. If the browser rejects it, the view still fills the page. */
export const requestFullScreen = (): void => {
  document.documentElement.requestFullscreen?.().catch(() => {})
}

export const BoardActions = ({ onPresent, shouldRestoreFocus, ...image }: BoardActionsProps) => {
  const { t } = useTranslation('leaderboard')
  const presenter = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (shouldRestoreFocus) presenter.current?.focus()
  }, [shouldRestoreFocus])
  return (
    <div data-no-print className="flex flex-wrap items-start gap-2">
      <Button
        ref={presenter}
        size="sm"
        icon={<Presentation className="size-4" aria-hidden />}
        onClick={() => {
          requestFullScreen()
          onPresent()
        }}
      >
        {t('presenter.open')}
      </Button>
      <SaveImageButton {...image} />
    </div>
  )
}

const SaveImageButton = ({
  rows,
  userId,
  groupName,
  readAt,
}: Omit<BoardActionsProps, 'onPresent' | 'shouldRestoreFocus'>) => {
  const { t, i18n } = useTranslation(['leaderboard', 'common'])
  const { session } = useSession()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const save = async () => {
    setState('pending')
    const controller = new AbortController()
    const unsubscribe = session.onClearUserData(() => controller.abort())
    try {
      const { drawBoardImage } = await import('./board-image')
      const language = i18n.language
      const image = await drawBoardImage(rows, userId, {
        product: t('product', { ns: 'common' }),
        title: t('title'),
        groupName,
        date: t('picture.date', { time: formatDateTime(readAt, language) }),
        headings: [t('column.rank'), t('column.name'), t('column.solved'), t('column.points')],
        language,
      })
      if (controller.signal.aborted) return
      const name = safeFileName(`${t('title')} ${groupName}`, '.png', 'leaderboard')
      void saveFile(image, name, controller.signal).then(unsubscribe)
      announce(t('picture.saved'))
      setState('idle')
    } catch (error) {
      unsubscribe()
      await staleChunks.handleError(error)
      setState('failed')
    }
  }
  return (
    <span className="inline-flex max-w-xs flex-col gap-1">
      <Button
        size="sm"
        icon={<ImageDown className="size-4" aria-hidden />}
        isPending={state === 'pending'}
        onClick={() => void save()}
      >
        {t('picture.save')}
      </Button>
      {state === 'failed' && (
        <span role="alert" className="text-sm text-danger-text">
          {t('picture.failed')}
        </span>
      )}
    </span>
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
  useEffect(() => clock.every(SECOND_MS, () => setNow(clock.now())), [])
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
