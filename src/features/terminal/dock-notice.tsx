import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { labStatusQuery } from '../../queries/labs'
import { taskQuery } from '../../queries/tasks'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { control } from './control'
import type { TerminalAsk, TerminalTarget } from './terminal-store'
import { useControl } from './use-control'
import { useOpenTerminal, useTerminalAsk } from './use-terminal-task'

interface DockNoticeProps {
  target: TerminalTarget
  /** Whether the session, or the attempt at one, is this task's. */
  isOwn: boolean
}

/** What stands between the person and the characters, and the way on. */
export const DockNotice = ({ target, isOwn }: DockNoticeProps) => {
  const ask = useTerminalAsk()
  const { connection, isOut } = useControl()
  const { t } = useTranslation('terminal')
  if (!isOwn && ask.target && ask.session) return <OtherOpen target={target} other={ask.target} />
  if (isOwn && ask.failure) return <Failed target={target} failure={ask.failure} />
  if (isOwn && ask.isAsking && !ask.session)
    return <p className="p-4 text-sm text-muted">{t('state.asking')}</p>
  if (!isOwn || !ask.session) return <Closed target={target} />
  if (isOut)
    return (
      <Row words={t('isOut')}>
        <Button size="sm" onClick={control.bringBack}>
          {t('bringBack')}
        </Button>
      </Row>
    )
  if (connection === 'takenOver')
    return (
      <Row words={t('takenOverHelp')}>
        <Button size="sm" variant="primary" onClick={control.takeBack}>
          {t('takeBack')}
        </Button>
      </Row>
    )
  if (connection === 'lost' || connection === 'ended')
    return (
      <Row words={t(connection === 'lost' ? 'lostHelp' : 'endedHelp')}>
        <OpenButton target={target} label={t(connection === 'lost' ? 'reconnect' : 'reopen')} />
      </Row>
    )
  return null
}

const Row = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-sm">
    <p className="min-w-0 flex-1 basis-[12rem]">{words}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

const OpenButton = ({ target, label }: { target: TerminalTarget; label: string }) => {
  const { isAsking } = useTerminalAsk()
  const open = useOpenTerminal()
  return (
    <Button size="sm" variant="primary" isPending={isAsking} onClick={() => open(target)}>
      {label}
    </Button>
  )
}

/** Opening writes, so an address that only shows the pane opens nothing by itself. */
const Closed = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('terminal')
  const place = [target.groupId, target.taskId] as const
  const { data: task } = useQuery({ ...taskQuery(...place), enabled: false })
  const { data: lab } = useQuery({ ...labStatusQuery(...place), enabled: false })
  if (task?.has_terminal === false || task?.has_lab === false) return <Row words={t('none')}>{null}</Row>
  // What the lab does is known a moment after the page; without an answer the host's own is waited for.
  if (lab && lab.status !== 'ready') return <Row words={t('needsLab')}>{null}</Row>
  return (
    <Row words={t('closed')}>
      <OpenButton target={target} label={t('open')} />
    </Row>
  )
}

const OtherOpen = ({ target, other }: { target: TerminalTarget; other: TerminalTarget }) => {
  const { t } = useTranslation('terminal')
  return (
    <Row words={t('other', { title: other.title })}>
      <OpenButton target={target} label={t('open')} />
      <Link
        to="/group/$groupId/task/$taskId"
        params={{ groupId: other.groupId, taskId: other.taskId }}
        search={{ pane: 'terminal' }}
        className="inline-flex min-h-8 items-center text-sm"
      >
        {t('toOther', { title: other.title })}
      </Link>
    </Row>
  )
}

const Failed = ({
  target,
  failure,
}: {
  target: TerminalTarget
  failure: NonNullable<TerminalAsk['failure']>
}) => {
  const { t } = useTranslation(['terminal', 'common'])
  const words = failure === 'address' ? t('badAddress') : reasonText(failure.error)
  return (
    <div className="p-2">
      <Banner
        tone="danger"
        role="alert"
        action={<OpenButton target={target} label={t('retry', { ns: 'common' })} />}
      >
        {words}
      </Banner>
    </div>
  )
}
