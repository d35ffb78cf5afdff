import { Link } from '@tanstack/react-router'
import { Ellipsis, Eye, EyeOff, Share2 } from 'lucide-react'
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
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { ConfirmDialog } from '../../ui/dialog'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
import { Switch } from '../../ui/switch'
import { TextInput } from '../../ui/text-input'
import { parseSharing, type SharingAction, type SharingOutcome, useProfileSharing } from './profile-sharing'

interface SharePanelProps {
  profile: Profile
  /** Further buttons of the profile; on phones in the menu. */
  actions: ReactNode
}

/** Visibility of the own profile, for its owner: a line of its cover. */
export const SharePanel = ({ profile, actions }: SharePanelProps) => {
  const { t } = useTranslation('sharing')
  const { user } = useSession()
  const { isPublic, token } = parseSharing(profile)
  const { send, check, isPending, outcome } = useProfileSharing(profile)
  const pause = retryReason(useRetryAfter(outcome?.kind === 'refused' ? outcome.error : null))
  const [isHideOpen, setHideOpen] = useState(false)
  const { control, keepFocus } = useFocusAfterChange(isPublic)
  const isUnmounted = useIsUnmounted()
  const stopPublishing = useStopWaiting('shareProfile')
  const titleId = useId()
  const unverified = user?.email_verified === false ? t('publish.unverified') : undefined
  const blockedReason = (isPublic ? undefined : unverified) ?? pause

  const requestChange = async (next: SharingAction) => {
    keepFocus()
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
  const link = isPublic && token !== null ? `${window.location.origin}/profile/${token}` : null
  const hasMore = link !== null || Boolean(actions)
  const more = (
    <>
      {token !== null && link !== null && <Preview token={token} />}
      {actions}
    </>
  )
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-3 border-t border-line px-4 py-3 sm:px-6 print:hidden"
    >
      <h2 id={titleId} className="sr-only">
        {t('title')}
      </h2>
      {outcome && <ShareOutcome outcome={outcome} checkButton={checkButton} />}
      <div data-button-row className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isPublic === null ? (
          // Unknown: both actions. Keyed, so that a second press of "publish" doesn't hit "hide".
          <>
            <Button
              key="publish"
              ref={control}
              isPending={isPending}
              disabledReason={blockedReason}
              onClick={() => void requestChange('publish')}
            >
              {t('publish')}
            </Button>
            <Button
              key="hide"
              aria-haspopup="dialog"
              isPending={isPending}
              disabledReason={pause}
              onClick={() => setHideOpen(true)}
            >
              {t('hide')}
            </Button>
          </>
        ) : (
          <VisibilitySwitch
            ref={control}
            isPublic={isPublic}
            isPending={isPending}
            blockedReason={blockedReason}
            onChange={next => (next ? void requestChange('publish') : setHideOpen(true))}
          />
        )}
        {isPublic !== true && !blockedReason && (
          <p className="min-w-0 text-sm text-muted">
            {t(isPublic === null ? 'unsaid.text' : 'private.text')}
          </p>
        )}
        {link !== null && <ShareLink address={link} />}
        <div className="flex flex-wrap gap-x-3 gap-y-2 md:ml-auto">
          {isPublic !== true && <VisibilityFacts />}
          <div className="contents max-md:hidden">{more}</div>
        </div>
        <div className={cx('ml-auto md:hidden', !hasMore && 'hidden')}>
          <Popover
            trigger={
              <IconButton label={t('more')} icon={<Ellipsis />} variant="secondary" hasTooltip={false} />
            }
            title={t('more')}
            isTitleHidden
            align="end"
          >
            <div className="flex flex-col items-stretch gap-2">{more}</div>
          </Popover>
        </div>
      </div>
      {isPublic && token === null && !isPending && (
        <Banner tone="warning" action={checkButton}>
          {t('link.unreadable')}
        </Banner>
      )}
      <SlowAnswer isPending={isPending && !isHideOpen} onStop={stopPublishing} />
      {/* Hiding revokes the link permanently. */}
      <ConfirmDialog
        isOpen={isHideOpen}
        onOpenChange={setHideOpen}
        isPending={isPending}
        onConfirm={() => void requestChange('hide')}
        finalFocus={control}
        title={t('hide.title')}
        description={t('hide.text')}
        confirmLabel={t('hide.confirm')}
        cancelLabel={t('hide.cancel')}
      >
        <SlowAnswer isPending={isPending} onStop={useStopWaiting('hideProfile')} />
      </ConfirmDialog>
    </section>
  )
}

/** The pressed button unmounts when the state becomes known: focus what replaced it. */
const useFocusAfterChange = (isPublic: boolean | null) => {
  // An input or a button.
  const control = useRef<HTMLInputElement & HTMLButtonElement>(null)
  const isPending = useRef(false)
  useOnChange(isPublic, () => {
    if (isPending.current && isFocusLost()) control.current?.focus()
    isPending.current = false
  })
  return {
    control,
    keepFocus: () => {
      isPending.current = true
    },
  }
}

interface VisibilitySwitchProps {
  ref: RefObject<HTMLInputElement | null>
  isPublic: boolean
  isPending: boolean
  blockedReason: string | undefined
  onChange: (isPublic: boolean) => void
}

const VisibilitySwitch = ({ ref, isPublic, isPending, blockedReason, onChange }: VisibilitySwitchProps) => {
  const { t } = useTranslation('sharing')
  const reasonId = useId()
  const isBlocked = Boolean(blockedReason)
  return (
    <>
      <Switch
        ref={ref}
        label={t('switch')}
        aria-label={t('switch')}
        isOn={isPublic}
        isPending={isPending}
        aria-disabled={isBlocked || undefined}
        aria-describedby={isBlocked ? reasonId : undefined}
        onChange={event => !isBlocked && !isPending && onChange(event.currentTarget.checked)}
        className="font-medium"
      />
      {isBlocked && (
        <p id={reasonId} className="text-sm text-muted">
          {blockedReason}
        </p>
      )}
    </>
  )
}

const SHOWN = ['shown.name', 'shown.competencies', 'shown.tasks', 'shown.activity'] as const
/** Not part of the public profile. */
const HIDDEN = ['hidden.email', 'hidden.flags', 'hidden.groups'] as const

const VisibilityFacts = () => {
  const { t } = useTranslation('sharing')
  return (
    <Popover
      trigger={
        <Button icon={<Eye />} aria-haspopup="dialog">
          {t('facts')}
        </Button>
      }
      title={t('facts')}
      closeLabel={t('close')}
      size="md"
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{t('facts.who')}</p>
        <Facts icon={<Eye />} title={t('shown.title')} facts={SHOWN.map(key => t(key))} />
        <Facts icon={<EyeOff />} title={t('hidden.title')} facts={HIDDEN.map(key => t(key))} />
      </div>
    </Popover>
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

/** Backwards: `select()` scrolls to the end, which says nothing of the address. */
const selectFromStart = (input: HTMLInputElement): void =>
  input.setSelectionRange(0, input.value.length, 'backward')

/** Phones have a sheet for it. */
const canShare = (): boolean =>
  typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches

const ShareLink = ({ address }: { address: string }) => {
  const { t } = useTranslation('sharing')
  const [hasCopyFailed, setCopyFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const selectForManualCopy = () => {
    setCopyFailed(true)
    // On phones the field is shown only now.
    requestAnimationFrame(() => {
      field.current?.focus()
      if (field.current) selectFromStart(field.current)
    })
  }
  return (
    <>
      <TextInput
        ref={field}
        aria-label={t('link.label')}
        value={address}
        readOnly
        isMono
        spellCheck={false}
        onFocus={event => selectFromStart(event.currentTarget)}
        style={{ textOverflow: 'ellipsis' }}
        className={cx('flex-1 basis-[12rem]', !hasCopyFailed && 'max-md:hidden')}
      />
      {canShare() ? (
        <Button
          variant="primary"
          icon={<Share2 />}
          className="max-md:flex-1"
          // A rejected promise means that the sheet was closed.
          onClick={() => void navigator.share({ url: address }).catch(() => {})}
        >
          {t('link.share')}
        </Button>
      ) : (
        <CopyButton
          text={address}
          label={t('link.copy')}
          copiedLabel={t('link.copied')}
          onResult={isCopied => (isCopied ? setCopyFailed(false) : selectForManualCopy())}
          variant="primary"
          size="md"
          className="max-md:flex-1"
        />
      )}
      {hasCopyFailed && (
        <p role="status" className="text-sm">
          {t('link.byHand')}
        </p>
      )}
    </>
  )
}

/** `token` is validated as a path segment. */
const Preview = ({ token }: { token: string }) => {
  const { t } = useTranslation('sharing')
  return (
    <Link
      to="/profile/$link"
      params={{ link: token }}
      target="_blank"
      rel="noopener noreferrer"
      preload={false}
      className={buttonClass()}
    >
      <Eye />
      <span>{t('preview')}</span>
      <span className="sr-only">{t('external')}</span>
    </Link>
  )
}
