import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { Button } from '../../ui/button'

interface ShareActionProps {
  /** Null where the platform does not say: then both can be done. */
  isPublic: boolean | null
  isPending: boolean
  button: RefObject<HTMLButtonElement | null>
  onPublish: () => void
  onHide: () => void
}

/** The one thing to do in each state. Keyed, or a second press of "publish" would fall on "hide". */
export const ShareAction = ({ isPublic, isPending, button, onPublish, onHide }: ShareActionProps) => {
  const { t } = useTranslation('sharing')
  const { user } = useSession()
  const isUnverified = user?.email_verified === false
  return (
    <div className="flex flex-wrap gap-2">
      {isPublic !== true && (
        <Button
          key="publish"
          ref={button}
          variant="primary"
          isPending={isPending}
          disabledReason={isUnverified ? t('publish.unverified') : ''}
          onClick={onPublish}
        >
          {t('publish')}
        </Button>
      )}
      {isPublic !== false && (
        <Button
          key="hide"
          ref={isPublic ? button : undefined}
          aria-haspopup="dialog"
          isPending={isPending}
          onClick={onHide}
        >
          {t('hide')}
        </Button>
      )}
    </div>
  )
}
