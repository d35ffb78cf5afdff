import { Link, useSearch } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../queries/responses'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { type WriteupAccess, writeupAccess } from './writeup-rule'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

export const WriteupCard = ({ task, isSolved }: WriteupProps) => {
  const { t } = useTranslation('hints')
  const isShown = useSearch({ strict: false }).pane === 'writeup'
  const link = useFocusOnReturn(isShown)
  if (!task.has_writeup || isShown) return null
  const access = writeupAccess(task, isSolved)
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby="writeup-card"
      className="flex flex-col items-start gap-3"
    >
      <SectionTitle id="writeup-card">{t('writeup.title')}</SectionTitle>
      <RuleText access={access} />
      {access !== 'closed' && (
        <Link
          ref={link}
          from="/group/$groupId/task/$taskId"
          to="."
          search={search => ({ ...search, pane: 'writeup' })}
          resetScroll={false}
          className={buttonClass({})}
        >
          <BookOpen className="size-4" aria-hidden />
          {t('writeup.open')}
        </Link>
      )}
    </Card>
  )
}

const RuleText = ({ access }: { access: WriteupAccess }) => {
  const { t } = useTranslation('hints')
  const isSpoiler = access === 'spoiler'
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      {access === 'open' && <p>{t('writeup.solved')}</p>}
      {access === 'closed' && <p>{t('writeup.afterSolve')}</p>}
      {access === 'unknown' && <p>{t('writeup.unknownRule')}</p>}
      {isSpoiler && <p>{t('writeup.always')}</p>}
      {(isSpoiler || access === 'unknown') && <p>{t('writeup.warned')}</p>}
    </div>
  )
}

/** Restores the focus to the link after the pane was closed, unless it was moved. */
const useFocusOnReturn = (isShown: boolean) => {
  const link = useRef<HTMLAnchorElement>(null)
  const wasShown = useRef(isShown)
  useEffect(() => {
    const wasClosed = wasShown.current && !isShown
    wasShown.current = isShown
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasClosed && isLost) link.current?.focus({ preventScroll: true })
  }, [isShown])
  return link
}
