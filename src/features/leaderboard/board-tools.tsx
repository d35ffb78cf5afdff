import { ImageDown, Presentation } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { safeFileName } from '../../lib/file-name'
import { formatDateTime } from '../../lib/format'
import { saveFile } from '../../lib/save-file'
import { staleChunks } from '../../lib/stale-chunks'
import type { LeaderboardRow } from '../../queries/answers'
import { Button } from '../../ui/button'
import { goFull } from './full-screen'

interface BoardToolsProps {
  rows: readonly LeaderboardRow[]
  userId: number
  groupName: string
  /** When the rows were read, in milliseconds. */
  at: number
  onPresent: () => void
  /** The show was just left: the button that began it has the focus again. */
  isBack: boolean
}

/** What else can be done with a board: show it to a room, keep it as a picture. */
export const BoardTools = ({ onPresent, isBack, ...picture }: BoardToolsProps) => {
  const { t } = useTranslation('leaderboard')
  const presenter = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack) presenter.current?.focus()
  }, [isBack])
  return (
    <div data-no-print className="flex flex-wrap items-start gap-2">
      <Button
        ref={presenter}
        size="sm"
        icon={<Presentation className="size-4" aria-hidden />}
        onClick={() => {
          goFull()
          onPresent()
        }}
      >
        {t('presenter.open')}
      </Button>
      <PictureButton {...picture} />
    </div>
  )
}

const PictureButton = ({ rows, userId, groupName, at }: Omit<BoardToolsProps, 'onPresent' | 'isBack'>) => {
  const { t, i18n } = useTranslation('leaderboard')
  const { session } = useSession()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const save = async () => {
    setState('pending')
    const life = new AbortController()
    const stop = session.onForget(() => life.abort())
    try {
      const { drawBoard } = await import('./board-picture')
      const language = i18n.language
      const picture = await drawBoard(rows, userId, {
        title: t('title'),
        groupName,
        date: t('picture.date', { time: formatDateTime(at, language) }),
        heads: [t('column.rank'), t('column.name'), t('column.solved'), t('column.points')],
        language,
      })
      if (life.signal.aborted) return
      const name = safeFileName(`${t('title')} ${groupName}`, '.png', 'leaderboard')
      void saveFile(picture, name, life.signal).then(stop)
      announce(t('picture.saved'))
      setState('idle')
    } catch (error) {
      stop()
      await staleChunks.settle(error)
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
