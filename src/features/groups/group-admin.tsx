import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { Group } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { DAY_MS } from '../../lib/durations'
import { formatNumber, parseMoment } from '../../lib/format'
import { parseCode } from '../../lib/route-params'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { ErrorBoundary } from '../../ui/error-boundary'
import { Bar } from '../../ui/meter'
import { studentViewGroup } from './student-view'
import { isVisibleToStudents } from './task-visibility'

const InviteDialog = lazyComponent(
  () => import('./invite-dialog').then(part => part.InviteDialog),
  'teaching',
)

/** The administrator's part of a group page, in place of the own progress. */
export const GroupAdmin = ({ group, isStudentView }: { group: Group; isStudentView: boolean }) => {
  const { t } = useTranslation(['teaching', 'common'])
  const numbers = useGroupNumbers(group)
  if (isStudentView) return <StudentViewNotice groupId={group.id} />
  const code = parseCode(group.invite_code)
  return (
    <Card padding="none" as="section" aria-label={t('title')}>
      <dl
        className={cx(
          'grid gap-px overflow-clip rounded-card bg-line',
          numbers.length > 1 && 'grid-cols-2 xl:grid-cols-4',
        )}
      >
        {numbers.map(({ label, value, share }, index) => (
          <div key={label} className="flex flex-col gap-1.5 bg-surface px-4 py-3 xl:px-6 xl:py-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-lg xl:text-xl">{value}</dd>
            {index === 0 && code !== null ? (
              <dd className="flex min-h-6 items-center gap-x-1.5 text-sm print:hidden">
                <span className="text-muted max-sm:sr-only">{t('invite.code')}</span>
                <code translate="no" className="min-w-0 wrap-anywhere select-all">
                  {code}
                </code>
                <CopyButton
                  text={code}
                  label={t('invite.copyCode')}
                  copiedLabel={t('copied', { ns: 'common' })}
                  isIconOnly
                  className="-my-2 -mr-2 shrink-0"
                />
              </dd>
            ) : (
              share !== undefined && (
                <dd aria-hidden className="mt-auto">
                  <Bar share={share} className="h-1.5 fill-muted" />
                </dd>
              )
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** In the head of a group page, for administrators. */
export const GroupAdminActions = ({ group }: { group: Group }) => {
  const { t } = useTranslation('teaching')
  return (
    <>
      <Link
        from="/group/$groupId/"
        to="."
        search={before => ({ ...before, as: 'student' as const })}
        replace
        resetScroll={false}
        className={buttonClass()}
      >
        <UserRound className="size-4" />
        <span>{t('open.asStudent')}</span>
      </Link>
      <Invite group={group} />
    </>
  )
}

/** Says on a page of the group that it is shown as to students, and leads back. */
export const StudentViewNotice = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('teaching')
  return (
    <Banner
      tone="info"
      title={t('asStudent.title')}
      action={
        <Link
          to="/group/$groupId"
          params={{ groupId }}
          replace
          resetScroll={false}
          onClick={() => studentViewGroup.set(null)}
          className={buttonClass({ size: 'sm' })}
        >
          {t('asStudent.leave')}
        </Link>
      }
    >
      {t('asStudent.text')}
    </Banner>
  )
}

const WEEK_MS = 7 * DAY_MS

interface GroupNumber {
  label: string
  value: string
  /** From 0 to 1. */
  share?: number | undefined
}

/**
 * Counts of a group: tasks from the group itself, participants from the leaderboard if there is one. The average is of
 * all tasks: solves stay when a task is hidden.
 */
const useGroupNumbers = (group: Group): GroupNumber[] => {
  const { t, i18n } = useTranslation('teaching')
  const { data: board } = useQuery({
    ...leaderboardQuery(group.id),
    enabled: !group.hide_leaderboard,
    ...readOnce,
  })
  const number = (value: number | undefined) => formatNumber(value ?? Number.NaN, i18n.language)
  const of = (part: number | undefined, total: number) =>
    t('facts.of', { part: number(part), total: number(total) })
  const tasks = group.categories.flatMap(category => category.tasks)
  const visible = tasks.filter(isVisibleToStudents).length
  const open = {
    label: t('facts.visible'),
    value: visible < tasks.length ? of(visible, tasks.length) : number(visible),
    share: visible / tasks.length,
  }
  if (group.hide_leaderboard) return [open]
  const weekAgo = serverClock.now() - WEEK_MS
  const people = board?.rows.length
  const active = board?.rows.filter(row => (parseMoment(row.last_solved_at) ?? 0) > weekAgo).length
  const average = board && board.rows.reduce((sum, row) => sum + row.solved, 0) / board.rows.length
  return [
    { label: t('facts.ranked'), value: number(people) },
    {
      label: t('facts.active'),
      value: number(active),
      share: people && active !== undefined ? active / people : undefined,
    },
    {
      label: t('facts.average'),
      value: of(average && Math.round(average), tasks.length),
      share: average === undefined ? undefined : average / tasks.length,
    },
    open,
  ]
}

/** For the home page. */
export const GroupNumbers = ({ group }: { group: Group }) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-2">
    {useGroupNumbers(group).map(({ label, value }) => (
      <div key={label}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-display text-lg">{value}</dd>
      </div>
    ))}
  </dl>
)

/** The server sends the code to administrators only. */
const Invite = ({ group }: { group: Group }) => {
  const { t } = useTranslation('teaching')
  const [isOpen, setOpen] = useState(false)
  const code = parseCode(group.invite_code)
  if (code === null) return null
  const link = `${window.location.origin}/invite/${code}`
  return (
    <>
      <Button
        variant="primary"
        icon={<UserPlus />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void InviteDialog.preload().catch(() => {})}
      >
        {t('invite.open')}
      </Button>
      {isOpen && (
        <ErrorBoundary fallback={() => <p className="text-sm text-danger-text">{t('invite.failed')}</p>}>
          <InviteDialog groupName={group.name} code={code} link={link} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  )
}
