import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Eye, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../queries/answers'
import { writeupQuery } from '../../queries/writeup'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { writeupAccess } from './writeup-rule'
import { WriteupText } from './writeup-text'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

/** The write-up in place of the description, at `?pane=writeup`. */
export const WriteupPane = ({ task, isSolved }: WriteupProps) => {
  const { t } = useTranslation('hints')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card as="section" padding="lg" aria-labelledby="writeup" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* `data-page-focus` keeps the focus here when the page opens with this pane. */}
        <h2 id="writeup" ref={heading} tabIndex={-1} data-page-focus className="text-lg">
          {t('writeup.title')}
        </h2>
        <Link
          from="/group/$groupId/task/$taskId"
          to="."
          search={({ pane: _, ...search }) => search}
          resetScroll={false}
          data-no-print
          className="inline-flex min-h-6 items-center gap-1.5 text-sm"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {t('writeup.back')}
        </Link>
      </div>
      <WriteupBody key={task.id} task={task} isSolved={isSolved} toHeading={() => heading.current?.focus()} />
    </Card>
  )
}

/** Asks before the solution is shown to somebody who is still looking for it; what was read is no secret any more. */
const WriteupBody = ({ task, isSolved, toHeading }: WriteupProps & { toHeading: () => void }) => {
  const { t } = useTranslation('hints')
  const queryClient = useQueryClient()
  const { queryKey } = writeupQuery(task.group_id, task.id)
  const [isWanted, setWanted] = useState(() => queryClient.getQueryData(queryKey) !== undefined)
  const access = writeupAccess(task, isSolved)
  if (access === 'closed') {
    return (
      <Banner tone="neutral" icon={<Lock />}>
        {t('writeup.afterSolve')}
      </Banner>
    )
  }
  if (access === 'open' || isWanted) {
    return <WriteupText groupId={task.group_id} taskId={task.id} onRetry={toHeading} />
  }
  const show = () => {
    setWanted(true)
    toHeading()
  }
  return (
    <Banner
      tone="warning"
      title={t('writeup.spoiler')}
      action={
        <Button size="sm" icon={<Eye className="size-4" aria-hidden />} onClick={show}>
          {t('writeup.show')}
        </Button>
      }
    >
      {t('writeup.spoilerText')}
    </Banner>
  )
}
