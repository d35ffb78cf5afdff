import { RotateCcw } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SlowAnswer } from '../../i18n/slow-answer'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Progress } from '../../ui/progress'
import type { Lab } from './use-lab'

interface RestartProps {
  lab: Lab
}

export const RestartLabButton = ({ lab: { restart } }: RestartProps) => {
  const { t } = useTranslation('lab')
  if (!restart.isPossible) return null
  return (
    <Button
      ref={restart.button}
      icon={<RotateCcw />}
      className="grow"
      aria-haspopup="dialog"
      onClick={() => restart.setOpen(true)}
    >
      {t('restart')}
    </Button>
  )
}

export const RestartLabDialog = ({ lab: { restart } }: RestartProps) => {
  const { t } = useTranslation('lab')
  return (
    <ConfirmDialog
      isOpen={restart.isOpen}
      onOpenChange={restart.dismiss}
      title={t('restart.title')}
      description={t('restart.text')}
      confirmLabel={t('restart.confirm')}
      cancelLabel={t('restart.cancel')}
      onConfirm={() => void restart.run()}
      finalFocus={restart.button}
    />
  )
}

/** In place of the lab, which must not be used any more. */
export const LabRestarting = ({ lab: { restart, stop } }: RestartProps) => {
  const { t } = useTranslation('lab')
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(
    () => () => {
      if (document.activeElement === button.current) document.getElementById('lab')?.focus()
    },
    [],
  )
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Progress label={t('restart.label')} isLabelHidden value={null} />
        <p className="text-sm text-muted">{`${t('restart.stopping')} ${t('restart.next')}`}</p>
      </div>
      <SlowAnswer isPending={stop.isPending} onStop={stop.stopWaiting}>
        {t('slow.stop')}
      </SlowAnswer>
      {stop.error && (
        <Banner tone="warning" role="status">
          {t('restart.unanswered')}
        </Banner>
      )}
      <Button ref={button} className="self-start" onClick={restart.cancel}>
        {t('restart.forget')}
      </Button>
    </>
  )
}

/** After a reload the page starts no lab by itself. */
export const RestartNote = ({ lab: { restart, view } }: RestartProps) => {
  const { t } = useTranslation('lab')
  return (
    <Banner tone="info" role="status" onDismiss={restart.cancel} dismissLabel={t('restart.forget')}>
      {t(view.state === 'off' ? 'restart.interruptedOff' : 'restart.interrupted')}
    </Banner>
  )
}
