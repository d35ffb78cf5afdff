import { Link } from '@tanstack/react-router'
import { ExternalLink, Eye, EyeOff, Globe, Lock } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { useStopWaiting } from '../../api/query'
import { useSession } from '../../api/use-session'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { SlowAnswer } from '../../i18n/slow-answer'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useIsUnmounted, useOnChange } from '../../lib/hooks'
import { toast } from '../../lib/toast'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { ConfirmDialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { SectionTitle } from '../../ui/page-title'
import { TextInput } from '../../ui/text-input'
import { parseSharing, type SharingAction, type SharingOutcome, useProfileSharing } from './profile-sharing'

/** Visibility of the own profile, for its owner. */
export const SharePanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('sharing')
  const { user } = useSession()
  const { isPublic, token } = parseSharing(profile)
  const { send, check, isPending, outcome } = useProfileSharing(profile)
  const pause = retryReason(useRetryAfter(outcome?.kind === 'refused' ? outcome.error : null))
  const [isHideOpen, setHideOpen] = useState(false)
  const { field, action, moveFocusAfterChange } = useFocusAfterChange(isPublic)
  const isUnmounted = useIsUnmounted()
  const stopPublishing = useStopWaiting('shareProfile')
  const titleId = useId()

  const requestChange = async (next: SharingAction) => {
    moveFocusAfterChange()
    const result = await send(next)
    setHideOpen(false)
    if (result?.kind === 'done') announce(t(`said.${next}`))
    else if (result && result.kind !== 'found' && isUnmounted())
      toast.error(t(`failed.${next}`), { id: 'sharing' })
  }
  const checkButton = (
    <Button size="sm" onClick={() => void check()}>
      {t('check')}
    </Button>
  )
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
      {outcome && <ShareOutcome outcome={outcome} checkButton={checkButton} />}
      {isPublic && token !== null && <ShareLink token={token} field={field} />}
      {isPublic && token === null && !isPending && (
        <Banner tone="warning" action={checkButton}>
          {t('link.unreadable')}
        </Banner>
      )}
      <SlowAnswer isPending={isPending && !isHideOpen} onStop={stopPublishing} />
      <VisibilityFacts />
      {/* Unknown: both actions. Keyed, so that a second press of "publish" doesn't hit "hide". */}
      <div className="flex flex-wrap gap-2">
        {isPublic !== true && (
          <Button
            key="publish"
            ref={action}
            variant="primary"
            isPending={isPending}
            disabledReason={user?.email_verified === false ? t('publish.unverified') : pause}
            onClick={() => void requestChange('publish')}
          >
            {t('publish')}
          </Button>
        )}
        {isPublic !== false && (
          <Button
            key="hide"
            ref={isPublic ? action : undefined}
            aria-haspopup="dialog"
            isPending={isPending}
            disabledReason={pause}
            onClick={() => setHideOpen(true)}
          >
            {t('hide')}
          </Button>
        )}
      </div>
      {/* Hiding revokes the link permanently. */}
      <ConfirmDialog
        isOpen={isHideOpen}
        onOpenChange={setHideOpen}
        isPending={isPending}
        onConfirm={() => void requestChange('hide')}
        finalFocus={action}
        title={t('hide.title')}
        description={t('hide.text')}
        confirmLabel={t('hide.confirm')}
        cancelLabel={t('hide.cancel')}
      >
        <SlowAnswer isPending={isPending} onStop={useStopWaiting('hideProfile')} />
      </ConfirmDialog>
    </Card>
  )
}

/** The pressed button unmounts: focus the link or the button that replaced it. */
const useFocusAfterChange = (isPublic: boolean | null) => {
  const field = useRef<HTMLInputElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const isPending = useRef(false)
  useOnChange(isPublic, () => {
    if (isPending.current && isFocusLost()) (field.current ?? action.current)?.focus()
    isPending.current = false
  })
  return {
    field,
    action,
    moveFocusAfterChange: () => {
      isPending.current = true
    },
  }
}

const SHOWN = ['shown.name', 'shown.competencies', 'shown.tasks', 'shown.activity'] as const
/** Not part of the public profile. */
const HIDDEN = ['hidden.email', 'hidden.flags', 'hidden.groups'] as const

const VisibilityFacts = () => {
  const { t } = useTranslation('sharing')
  return (
    <details className="text-sm">
      <summary className="w-fit font-medium">{t('facts')}</summary>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-8 gap-y-4">
        <Facts icon={<Eye />} title={t('shown.title')} facts={SHOWN.map(key => t(key))} />
        <Facts icon={<EyeOff />} title={t('hidden.title')} facts={HIDDEN.map(key => t(key))} />
      </div>
    </details>
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
        <span>{title}</span>
      </p>
      <ul aria-labelledby={id} className="list-disc pl-6 text-muted">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

/** Success is announced by the panel. */
const ShareOutcome = ({ outcome, checkButton }: { outcome: SharingOutcome; checkButton: ReactNode }) => {
  const { t } = useTranslation('sharing')
  const { kind, action } = outcome
  const isUnverified = kind === 'refused' && outcome.error.detail === 'email not verified'
  if (kind === 'done') return null
  if (kind === 'found')
    return (
      <Banner tone="info" role="status">
        {t(`found.${action}`)}
      </Banner>
    )
  if (kind === 'unknown')
    return (
      <Banner tone="warning" role="alert" title={t(`unknown.${action}`)} action={checkButton}>
        {t('unknown.text')}
      </Banner>
    )
  return (
    <Banner tone="danger" role="alert" title={t(`failed.${action}`)}>
      {kind === 'offline' && <p>{t('offline')}</p>}
      {kind === 'notApplied' && <p>{`${t(`refused.${action}`)} ${t('notApplied')}`}</p>}
      {kind === 'refused' && (
        <>
          <p>{shortErrorMessage(outcome.error)}</p>
          <p>{t(isUnverified ? 'refused.unverified' : `refused.${action}`)}</p>
        </>
      )}
    </Banner>
  )
}

interface ShareLinkProps {
  /** Validated as a path segment. */
  token: string
  field: RefObject<HTMLInputElement | null>
}

/** Backwards: `select()` scrolls to the end, which says nothing of the address. */
const selectFromStart = (input: HTMLInputElement): void =>
  input.setSelectionRange(0, input.value.length, 'backward')

const ShareLink = ({ token, field }: ShareLinkProps) => {
  const { t } = useTranslation('sharing')
  const [hasCopyFailed, setCopyFailed] = useState(false)
  const address = `${window.location.origin}/profile/${token}`
  const selectForManualCopy = () => {
    setCopyFailed(true)
    field.current?.focus()
    if (field.current) selectFromStart(field.current)
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('link.label')} className="max-w-3xl">
        <TextInput
          ref={field}
          value={address}
          readOnly
          isMono
          spellCheck={false}
          onFocus={event => selectFromStart(event.currentTarget)}
        />
      </Field>
      {hasCopyFailed && (
        <p role="status" className="text-sm">
          {t('link.byHand')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={address}
          label={t('link.copy')}
          copiedLabel={t('link.copied')}
          onResult={isCopied => (isCopied ? setCopyFailed(false) : selectForManualCopy())}
          variant="primary"
          size="md"
        />
        <Link
          to="/profile/$link"
          params={{ link: token }}
          target="_blank"
          rel="noopener noreferrer"
          preload={false}
          className={buttonClass()}
        >
          <span>{t('preview')}</span>
          <ExternalLink className="size-4" />
          <span className="sr-only">{t('external')}</span>
        </Link>
      </div>
    </div>
  )
}
