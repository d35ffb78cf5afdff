import { Globe, Lock } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { type SharingWish, sharingOf, useProfileSharing } from '../../queries/profile-sharing'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { HideQuestion } from './hide-question'
import { ShareAction } from './share-action'
import { ShareConsequences } from './share-consequences'
import { ShareLink } from './share-link'
import { ShareOutcome } from './share-outcome'

/** Whether others may see the own profile, and by which link (ux §5, share panel). For its owner alone. */
export const SharePanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('sharing')
  const { isPublic, token } = sharingOf(profile)
  const { send, check, isPending, outcome } = useProfileSharing(profile)
  const [isAsking, setAsking] = useState(false)
  const { field, action, keepFocus } = useKeptFocus(isPublic)
  const isGone = useIsUnmounted()
  const titleId = useId()

  const wish = async (next: SharingWish) => {
    keepFocus()
    const became = await send(next)
    setAsking(false)
    if (became?.kind === 'done') announce(t(`said.${next}`))
    else if (became && became.kind !== 'found' && isGone())
      toast.error(t(`failed.${next}`), { id: 'sharing' })
  }
  return (
    <Card as="section" padding="lg" aria-labelledby={titleId} className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SectionTitle id={titleId}>{t('title')}</SectionTitle>
        {isPublic !== null && (
          <Badge tone={isPublic ? 'info' : 'neutral'} icon={isPublic ? <Globe /> : <Lock />}>
            {isPublic ? t('state.public') : t('state.private')}
          </Badge>
        )}
      </div>
      <p className="max-w-prose text-sm text-muted">
        {t(isPublic === null ? 'unsaid.text' : isPublic ? 'public.text' : 'private.text')}
      </p>
      {outcome && <ShareOutcome outcome={outcome} onCheck={() => void check()} />}
      {isPublic && token !== null && <ShareLink token={token} field={field} />}
      {isPublic && token === null && !isPending && <UnreadableLink onCheck={() => void check()} />}
      <ShareConsequences />
      <ShareAction
        isPublic={isPublic}
        isPending={isPending}
        button={action}
        onPublish={() => void wish('publish')}
        onHide={() => setAsking(true)}
      />
      <HideQuestion
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={isPending}
        onConfirm={() => void wish('hide')}
        finalFocus={action}
      />
    </Card>
  )
}

/** The server says "public" and sends no link that could be shown. */
const UnreadableLink = ({ onCheck }: { onCheck: () => void }) => {
  const { t } = useTranslation('sharing')
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" onClick={onCheck}>
          {t('check')}
        </Button>
      }
    >
      {t('link.unreadable')}
    </Banner>
  )
}

/** The pressed button goes with its state: the focus moves on to the link, or to the button that came in its place. */
const useKeptFocus = (isPublic: boolean | null) => {
  const field = useRef<HTMLInputElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const isOwn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what moves the focus.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isOwn.current && isLost) (field.current ?? action.current)?.focus()
    isOwn.current = false
  }, [isPublic])
  return {
    field,
    action,
    keepFocus: () => {
      isOwn.current = true
    },
  }
}
