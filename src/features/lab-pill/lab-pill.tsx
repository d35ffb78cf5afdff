import { Link } from '@tanstack/react-router'
import { CircleHelp, FlaskConical, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labWarning } from '../../queries/lab-view'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { softTone, type Tone } from '../../ui/tone'
import { leftText } from './left-text'
import { type RunningLab, useRunningLab } from './use-running-lab'

/** The running lab in the header of every page: its state, its minutes and the way to it (ux §2, header). */
export const LabPill = () => {
  const lab = useRunningLab()
  return lab && <Pill lab={lab} />
}

const Pill = ({ lab }: { lab: RunningLab }) => {
  const { place, title } = lab
  const { tone, icon, words, short } = usePillLook(lab)
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={place}
      hash="lab"
      aria-label={title ? `${words}: ${title}` : words}
      className={cx(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-xs font-medium whitespace-nowrap no-underline tabular-nums pointer-coarse:min-h-control',
        softTone[tone],
      )}
    >
      {icon}
      {short}
    </Link>
  )
}

interface PillLook {
  tone: Tone
  icon: ReactNode
  /** The state in words, read aloud: it holds what is seen, for those who speak to the page (WCAG 2.5.3). */
  words: string
  /** What there is room for. */
  short: string
}

const usePillLook = ({ view, isWatched }: RunningLab): PillLook => {
  const { t, i18n } = useTranslation('lab')
  const isAbandoned = view.state === 'starting' && !isWatched
  if (view.state === 'starting' && isWatched)
    return {
      tone: 'info',
      icon: <Spinner className="size-3.5" />,
      words: t('pill.starting'),
      short: t('state.starting'),
    }
  if (view.state === 'unknown' || isAbandoned)
    return {
      tone: 'neutral',
      icon: <CircleHelp className="size-4" aria-hidden />,
      words: t(isAbandoned ? 'pill.unwatched' : 'pill.unknown'),
      short: t('title'),
    }
  const isLow = labWarning(view) !== null
  const Icon = isLow ? TriangleAlert : FlaskConical
  const short = view.left === null ? t('state.ready') : (leftText(view.left, i18n.language) ?? t('pill.soon'))
  return {
    tone: isLow ? 'warning' : 'success',
    icon: <Icon className="size-4" aria-hidden />,
    words: view.left === null ? t('pill.ready') : t('pill.left', { time: short }),
    short,
  }
}
