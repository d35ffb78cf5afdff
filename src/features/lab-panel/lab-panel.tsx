import { CircleCheck, CircleHelp, CircleOff, ScrollText } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { safeLink } from '../../lib/safe-url'
import { useShortcut } from '../../lib/shortcuts'
import type { LabState } from '../../queries/lab-view'
import type { Task } from '../../queries/responses'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionTitle } from '../../ui/page-title'
import { SectionError } from '../../ui/section-error'
import { Spinner } from '../../ui/spinner'
import type { Tone } from '../../ui/tone'
import { LabBody } from './lab-body'
import { StopLabDialog } from './stop-lab'
import { useLab } from './use-lab'

interface LabPanelProps {
  task: Task
  terminal: ReactNode
  vpnConfig: ReactNode
}

export const LabPanel = (props: LabPanelProps) => {
  const { t } = useTranslation(['lab', 'common', 'errors'])
  if (!props.task.has_lab) return null
  return (
    <ErrorBoundary
      fallback={retry => (
        <SectionError
          title={t('crash', { ns: 'errors' })}
          action={
            <Button size="sm" onClick={retry}>
              {t('retry', { ns: 'common' })}
            </Button>
          }
        />
      )}
    >
      <Panel key={props.task.id} {...props} />
    </ErrorBoundary>
  )
}

const Panel = ({ task, terminal, vpnConfig }: LabPanelProps) => {
  const { t } = useTranslation('lab')
  const lab = useLab(task)
  const section = useRef<HTMLElement>(null)
  useShortcut('lab', () => section.current?.focus())
  const logs = safeLink(task.log_viewer_url)
  const state = lab.view.state === 'off' && lab.start.isPending ? 'starting' : lab.view.state
  return (
    <section ref={section} id="lab" tabIndex={-1} aria-labelledby="lab-title" className="rounded-card">
      <Card padding="lg" className="flex flex-col gap-4">
        <SectionTitle id="lab-title" actions={lab.isKnown && <StateBadge state={state} />}>
          {t('title')}
        </SectionTitle>
        <LabBody lab={lab} terminal={terminal} vpnConfig={vpnConfig} />
        <StopLabDialog stop={lab.stop} />
        {logs && (
          <a
            href={logs}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 items-center gap-2 self-start text-sm"
          >
            <ScrollText className="size-4 shrink-0" aria-hidden />
            {t('logs')}
            <span className="sr-only">{t('external')}</span>
          </a>
        )}
      </Card>
    </section>
  )
}

const badges: Record<LabState, { tone: Tone; icon: ReactNode }> = {
  off: { tone: 'neutral', icon: <CircleOff /> },
  starting: { tone: 'info', icon: <Spinner className="size-3.5" /> },
  ready: { tone: 'success', icon: <CircleCheck /> },
  unknown: { tone: 'warning', icon: <CircleHelp /> },
}

const StateBadge = ({ state }: { state: LabState }) => {
  const { t } = useTranslation('lab')
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>
}
