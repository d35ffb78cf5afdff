import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useStopLab } from '../../queries/labs'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface StopLabProps {
  stop: ReturnType<typeof useStopLab>
  isBlock?: boolean
}

/** Stops a lab once the person has confirmed what is lost by it. A failure is told by whoever shows this. */
export const StopLab = ({ stop, isBlock }: StopLabProps) => {
  const { t } = useTranslation('lab')
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await stop.stop()
    setAsking(false)
  }
  return (
    <>
      <Button
        isBlock={isBlock}
        isPending={stop.isPending}
        icon={<Square className="size-4" aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('stop')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('stop.title')}
        description={t('stop.text')}
        confirmLabel={t('stop.confirm')}
        cancelLabel={t('stop.cancel')}
        isPending={stop.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
