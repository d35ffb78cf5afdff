import { Link } from '@tanstack/react-router'
import { CircleHelp, FlaskConical, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getLabWarning } from '../../queries/lab-view'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { softTone, type Tone } from '../../ui/tone'
import { formatMinutesLeft } from './format-minutes-left'
import { type RunningLab, useRunningLab } from './use-running-lab'

/** Running lab in the page header. */
export const LabPill = () => {
  const lab = useRunningLab()
  return lab && <Pill lab={lab} />
}

const Pill = ({ lab }: { lab: RunningLab }) => {
  const { labTask, title } = lab
  const { tone, icon, label, text } = usePillContent(lab)
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={labTask}
      hash="lab"
      aria-label={title ? `${label}: ${title}` : label}
      className={cx(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-xs font-medium whitespace-nowrap no-underline tabular-nums pointer-coarse:min-h-control',
        softTone[tone],
      )}
    >
      {icon}
      {text}
    </Link>
  )
}

interface PillContent {
  tone: Tone
  icon: ReactNode
  /** Accessible name; contains the visible text (WCAG 2.5.3). */
  label: string
  text: string
}

const usePillContent = ({ view, isPolled }: RunningLab): PillContent => {
  const { t, i18n } = useTranslation('lab')
  const isNotPolled = view.state === 'starting' && !isPolled
  if (view.state === 'starting' && isPolled)
    return {
      tone: 'info',
      icon: <Spinner className="size-3.5" />,
      label: t('pill.starting'),
      text: t('state.starting'),
    }
  if (view.state === 'unknown' || isNotPolled)
    return {
      tone: 'neutral',
      icon: <CircleHelp className="size-4" aria-hidden />,
      label: t(isNotPolled ? 'pill.unwatched' : 'pill.unknown'),
      text: t('title'),
    }
  const isLow = getLabWarning(view) !== null
  const Icon = isLow ? TriangleAlert : FlaskConical
  const text =
    view.left === null ? t('state.ready') : (formatMinutesLeft(view.left, i18n.language) ?? t('pill.soon'))
  return {
    tone: isLow ? 'warning' : 'success',
    icon: <Icon className="size-4" aria-hidden />,
    label: view.left === null ? t('pill.ready') : t('pill.left', { time: text }),
    text,
  }
}
