import { Eye, EyeOff, Globe, Lock } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import type { Profile } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import {
  parseSharing,
  type SharingAction,
  type SharingOutcome,
  useProfileSharing,
} from '../../queries/profile-sharing'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { SectionTitle } from '../../ui/page-title'
import { ShareLink } from './share-link'

/** Visibility of the own profile, for its owner. */
export const SharePanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('sharing')
  const { isPublic, token } = parseSharing(profile)
  const { send, check, isPending, outcome } = useProfileSharing(profile)
  const [isHideOpen, setHideOpen] = useState(false)
  const { field, action, moveFocusAfterChange } = useFocusAfterChange(isPublic)
  const isUnmounted = useIsUnmounted()
  const titleId = useId()

  const requestChange = async (next: SharingAction) => {
    moveFocusAfterChange()
    const result = await send(next)
    setHideOpen(false)
    if (result?.kind === 'done') announce(t(`said.${next}`))
    else if (result && result.kind !== 'found' && isUnmounted())
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
      <VisibilityFacts />
      <ShareAction
        isPublic={isPublic}
        isPending={isPending}
        button={action}
        onPublish={() => void requestChange('publish')}
        onHide={() => setHideOpen(true)}
      />
      <HideDialog
        isOpen={isHideOpen}
        onOpenChange={setHideOpen}
        isPending={isPending}
        onConfirm={() => void requestChange('hide')}
        finalFocus={action}
      />
    </Card>
  )
}

/** Public, but without a usable link. */
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

/** The pressed button unmounts: focus the link or the button that replaced it. */
const useFocusAfterChange = (isPublic: boolean | null) => {
  const field = useRef<HTMLInputElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const isPending = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what moves the focus.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isPending.current && isLost) (field.current ?? action.current)?.focus()
    isPending.current = false
  }, [isPublic])
  return {
    field,
    action,
    moveFocusAfterChange: () => {
      isPending.current = true
    },
  }
}

interface HideDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  isPending: boolean
  onConfirm: () => void
  finalFocus: RefObject<HTMLElement | null>
}

/** Hiding revokes the link permanently. */
const HideDialog = (props: HideDialogProps) => {
  const { t } = useTranslation('sharing')
  return (
    <ConfirmDialog
      {...props}
      title={t('hide.title')}
      description={t('hide.text')}
      confirmLabel={t('hide.confirm')}
      cancelLabel={t('hide.cancel')}
    />
  )
}

interface ShareActionProps {
  /** Null if unknown: then both actions are offered. */
  isPublic: boolean | null
  isPending: boolean
  button: RefObject<HTMLButtonElement | null>
  onPublish: () => void
  onHide: () => void
}

/** Keyed, so that a second press of "publish" doesn't hit "hide". */
const ShareAction = ({ isPublic, isPending, button, onPublish, onHide }: ShareActionProps) => {
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

const SHOWN = ['shown.name', 'shown.competencies', 'shown.tasks', 'shown.activity'] as const
/** Not part of the public profile. */
const HIDDEN = ['hidden.email', 'hidden.flags', 'hidden.groups'] as const

const VisibilityFacts = () => {
  const { t } = useTranslation('sharing')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-8 gap-y-4 text-sm">
      <Facts icon={<Eye />} title={t('shown.title')} facts={SHOWN.map(key => t(key))} />
      <Facts icon={<EyeOff />} title={t('hidden.title')} facts={HIDDEN.map(key => t(key))} />
    </div>
  )
}

const Facts = ({ icon, title, facts }: { icon: ReactNode; title: string; facts: string[] }) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p id={id} className="flex items-center gap-2 font-medium">
        <span aria-hidden className="text-muted [&>svg]:size-4">
          {icon}
        </span>
        {title}
      </p>
      <ul aria-labelledby={id} className="list-disc pl-6 text-muted">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

interface ShareOutcomeProps {
  outcome: SharingOutcome
  onCheck: () => void
}

/** Success is announced by the panel. */
const ShareOutcome = ({ outcome, onCheck }: ShareOutcomeProps) => {
  const { t } = useTranslation('sharing')
  const { kind, action } = outcome
  if (kind === 'done') return null
  if (kind === 'found')
    return (
      <Banner tone="info" role="status">
        {t(`found.${action}`)}
      </Banner>
    )
  if (kind === 'unknown')
    return (
      <Banner
        tone="warning"
        role="alert"
        title={t(`unknown.${action}`)}
        action={
          <Button size="sm" onClick={onCheck}>
            {t('check')}
          </Button>
        }
      >
        {t('unknown.text')}
      </Banner>
    )
  return (
    <Banner tone="danger" role="alert" title={t(`failed.${action}`)}>
      {kind === 'offline' && t('offline')}
      {kind === 'notApplied' && `${t(`refused.${action}`)} ${t('notApplied')}`}
      {kind === 'refused' && <RejectionReason error={outcome.error} action={action} />}
    </Banner>
  )
}

const RejectionReason = ({ error, action }: { error: ApiError; action: SharingAction }) => {
  const { t } = useTranslation('sharing')
  const isUnverified = error.detail === 'email not verified'
  return (
    <>
      <p>{shortErrorMessage(error)}</p>
      <p>{isUnverified ? t('refused.unverified') : t(`refused.${action}`)}</p>
    </>
  )
}
