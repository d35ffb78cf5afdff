import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/**
 * The specification's thanks (§2), whatever the server has answered. It has been announced by then, so it is no live
 * region of its own, and focus goes on to the one thing that is left to do.
 */
export const FeedbackSent = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('feedback')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Banner tone="success">{t('sent')}</Banner>
      <Button ref={button} variant="primary" onClick={onClose} className="self-end">
        {t('done')}
      </Button>
    </>
  )
}
