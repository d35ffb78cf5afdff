import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QrCode, Trophy, UserRound } from 'lucide-react'
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
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { ErrorBoundary } from '../../ui/error-boundary'
import { studentViewGroup } from './student-view'
import { isVisibleToStudents } from './task-visibility'

const InviteDialog = lazyComponent(
  () => import('./invite-dialog').then(part => part.InviteDialog),
  'teaching',
)

/** The administrator's part of a group page, in place of the own progress. */
export const GroupAdmin = ({ group, isStudentView }: { group: Group; isStudentView: boolean }) => {
  const { t } = useTranslation('teaching')
  if (isStudentView) return <StudentViewNotice groupId={group.id} />
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      <GroupNumbers group={group} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {!group.hide_leaderboard && (
          // On phones the header's link is enough.
          <Link
            to="/group/$groupId/leaderboard"
            params={{ groupId: group.id }}
            className={cx(buttonClass(), 'max-sm:hidden')}
          >
            <Trophy className="size-4" />
            <span>{t('open.leaderboard')}</span>
          </Link>
        )}
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
      </div>
      <Invite group={group} />
    </section>
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

/**
 * Counts of a group: tasks from the group itself, participants from the leaderboard if there is one. The average is of
 * all tasks: solves stay when a task is hidden.
 */
export const GroupNumbers = ({ group }: { group: Group }) => {
  const { t, i18n } = useTranslation('teaching')
  const tasks = group.categories.flatMap(category => category.tasks)
  const visible = tasks.filter(isVisibleToStudents).length
  const { data: board } = useQuery({
    ...leaderboardQuery(group.id),
    enabled: !group.hide_leaderboard,
    ...readOnce,
  })
  const weekAgo = serverClock.now() - WEEK_MS
  const active = board?.rows.filter(row => (parseMoment(row.last_solved_at) ?? 0) > weekAgo).length
  const number = (value: number | undefined) => formatNumber(value ?? Number.NaN, i18n.language)
  const average = board && board.rows.reduce((sum, row) => sum + row.solved, 0) / board.rows.length
  const hidden = tasks.length - visible
  const facts: [label: string, value: string][] = [
    [t('facts.visible'), number(visible)],
    ...(hidden > 0 ? ([[t('facts.hidden'), number(hidden)]] as [string, string][]) : []),
    ...(group.hide_leaderboard
      ? []
      : ([
          [t('facts.ranked'), number(board?.rows.length)],
          [t('facts.active'), number(active)],
          [
            t('facts.average'),
            t('facts.of', { solved: number(average && Math.round(average)), total: number(tasks.length) }),
          ],
        ] as [string, string][])),
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Invite code and link. The server sends the code to administrators only. */
const Invite = ({ group }: { group: Group }) => {
  const { t } = useTranslation('teaching')
  const [isOpen, setOpen] = useState(false)
  const code = parseCode(group.invite_code)
  if (code === null) return null
  const link = `${window.location.origin}/invite/${code}`
  return (
    <section
      aria-label={t('invite.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden"
    >
      <CopyableText label={t('invite.code')} copyLabel={t('invite.copyCode')} text={code} />
      {/* On phones it is in the dialog alone: two lines of it push the tasks down. */}
      <div className="max-sm:hidden">
        <CopyableText label={t('invite.link')} copyLabel={t('invite.copyLink')} text={link} />
      </div>
      <Button
        size="sm"
        icon={<QrCode />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void InviteDialog.preload().catch(() => {})}
      >
        <span className="max-sm:sr-only">{t('invite.open')}</span>
      </Button>
      {isOpen && (
        <ErrorBoundary fallback={() => <p className="text-sm text-danger-text">{t('invite.failed')}</p>}>
          <InviteDialog groupName={group.name} code={code} link={link} onClose={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </section>
  )
}

const CopyableText = ({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) => {
  const { t } = useTranslation('common')
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm">
      <span className="text-muted">{label}</span>
      <code translate="no" className="min-w-0 wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={copyLabel} copiedLabel={t('copied')} isIconOnly className="shrink-0" />
    </p>
  )
}
