import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSlow } from '../lib/hooks'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'

interface SlowAnswerProps {
  isPending: boolean
  /** Ends the wait: requests have no timeout, so nothing else does. */
  onStop: () => void
  /** By default "Stop waiting". */
  stopLabel?: string
  /** What is known meanwhile and what stopping does. */
  children?: ReactNode
}

/** After ten seconds without an answer: a word, and a way out. */
export const SlowAnswer = ({ isPending, onStop, stopLabel, children }: SlowAnswerProps) => {
  const [round, setRound] = useState(0)
  const stop = () => {
    // What is requested again has its own ten seconds.
    setRound(round + 1)
    onStop()
  }
  return (
    isPending && (
      <Notice key={round} onStop={stop} {...(stopLabel !== undefined && { stopLabel })}>
        {children}
      </Notice>
    )
  )
}

const Notice = ({ onStop, stopLabel, children }: Omit<SlowAnswerProps, 'isPending'>) => {
  const { t } = useTranslation('common')
  if (!useIsSlow(true)) return null
  return (
    <Banner
      tone="neutral"
      role="status"
      action={
        <Button size="sm" onClick={onStop}>
          {stopLabel ?? t('slow.stop')}
        </Button>
      }
    >
      {children ?? t('slow.text')}
    </Banner>
  )
}
