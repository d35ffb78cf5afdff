import {
  AArrowDown,
  AArrowUp,
  Accessibility,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  ClipboardPaste,
  Copy,
  ExternalLink,
  type LucideIcon,
  Maximize2,
  Minimize2,
  Power,
  X,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { fontSizes, terminalSettings } from '../../lib/terminal-settings'
import { toast } from '../../lib/toast'
import { IconButton } from '../../ui/icon-button'
import { type Tone, textTone } from '../../ui/tone'
import type { ConnectionState } from './connection'
import { control } from './control'
import { type TerminalTarget, terminalStore } from './terminal-store'
import { useControl } from './use-control'
import { useTerminalAsk } from './use-terminal-task'

interface DockBarProps {
  titleId: string
  target: TerminalTarget
  isOwn: boolean
  isTall: boolean
  onTall: () => void
  onHide: () => void
}

/** Whose terminal it is, how its connection does, and what can be done with it. */
export const DockBar = ({ titleId, target, isOwn, isTall, onTall, onHide }: DockBarProps) => {
  const { t } = useTranslation('terminal')
  const { session } = useTerminalAsk()
  const { connection, isOut } = useControl()
  const bar = useRef<HTMLFieldSetElement>(null)
  useEffect(() => control.onLeave(() => bar.current?.querySelector('button')?.focus()), [])
  const hasSession = isOwn && session !== null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 basis-[8rem] items-baseline gap-2 text-sm">
        <h2 id={titleId} className="shrink-0 text-sm">
          {t('title')}
        </h2>
        <bdi className="min-w-0 truncate text-muted">{target.title}</bdi>
      </div>
      {hasSession && connection && <State connection={connection} />}
      <fieldset ref={bar} aria-label={t('toolbar')} className="ml-auto flex min-w-0 flex-wrap items-center">
        {hasSession && connection && <TextActions isReady={connection === 'ready'} />}
        {hasSession && connection && !isOut && (
          <Action label={t('popOut')} Icon={ExternalLink} onClick={popOut(t('popOutFailed'))} />
        )}
        {hasSession && <Action label={t('end')} Icon={Power} onClick={terminalStore.close} />}
        {hasSession && !isOut && (
          <span className="max-md:hidden">
            <Action
              label={t('tall')}
              Icon={isTall ? Minimize2 : Maximize2}
              isPressed={isTall}
              onClick={onTall}
            />
          </span>
        )}
        <Action label={t('hide')} Icon={X} onClick={onHide} />
      </fieldset>
    </div>
  )
}

const popOut = (failed: string) => () => {
  if (!control.popOut()) toast.error(failed, { id: 'terminal' })
}

const states: Record<ConnectionState, { tone: Tone; Icon: LucideIcon }> = {
  connecting: { tone: 'info', Icon: CircleDashed },
  ready: { tone: 'success', Icon: CircleCheck },
  reconnecting: { tone: 'warning', Icon: CircleDashed },
  lost: { tone: 'danger', Icon: CircleAlert },
  ended: { tone: 'neutral', Icon: Power },
}

const State = ({ connection }: { connection: ConnectionState }) => {
  const { t } = useTranslation('terminal')
  const { tone, Icon } = states[connection]
  return (
    <p className={`inline-flex items-center gap-1.5 text-xs ${textTone[tone]}`}>
      <Icon className="size-4 shrink-0" aria-hidden />
      {t(`state.${connection}`)}
    </p>
  )
}

// A browser without a clipboard throws at once: that is a refusal like any other.
const writeClipboard = async (text: string) => navigator.clipboard.writeText(text)
const readClipboard = async () => navigator.clipboard.readText()

/** What is done with the characters: kept, put in, made larger, read aloud. */
const TextActions = ({ isReady }: { isReady: boolean }) => {
  const { t } = useTranslation('terminal')
  const [{ fontSize, isScreenReader }, setSettings] = useState(terminalSettings.read)
  const change = (part: Parameters<typeof terminalSettings.change>[0]) => {
    setSettings(terminalSettings.change(part))
    control.configure()
  }
  const resize = (by: number) => {
    change({ fontSize: fontSize + by })
    announce(t('fontSize', { size: terminalSettings.read().fontSize }))
  }
  useEffect(
    () =>
      control.onCopied(({ text, isSelection, isKept }) => {
        const kept = isKept ? Promise.resolve() : writeClipboard(text)
        kept.then(
          () => announce(t(isSelection ? 'copiedSelection' : 'copiedScreen')),
          () => toast.error(t('copyFailed'), { id: 'terminal' }),
        )
      }),
    [t],
  )
  const paste = () =>
    readClipboard().then(control.paste, () => toast.error(t('pasteFailed'), { id: 'terminal' }))
  return (
    <>
      <Action label={t('copy')} Icon={Copy} onClick={control.copy} />
      <Action
        label={t('paste')}
        Icon={ClipboardPaste}
        disabledReason={isReady ? '' : t('notConnected')}
        onClick={() => void paste()}
      />
      <Action
        label={t('smaller')}
        Icon={AArrowDown}
        disabledReason={fontSize <= fontSizes.least ? t('smallest') : ''}
        onClick={() => resize(-1)}
      />
      <Action
        label={t('larger')}
        Icon={AArrowUp}
        disabledReason={fontSize >= fontSizes.most ? t('largest') : ''}
        onClick={() => resize(1)}
      />
      <Action
        label={t('screenReader')}
        Icon={Accessibility}
        isPressed={isScreenReader}
        onClick={() => change({ isScreenReader: !isScreenReader })}
      />
    </>
  )
}

interface ActionProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
  isPressed?: boolean
  /** Why it cannot be used now; empty: it can. */
  disabledReason?: string
}

const Action = ({ label, Icon, onClick, isPressed, disabledReason }: ActionProps) => (
  <IconButton
    size="sm"
    side="top"
    label={label}
    icon={<Icon className="size-4" aria-hidden />}
    aria-pressed={isPressed}
    disabledReason={disabledReason}
    className={isPressed ? 'bg-accent-soft' : undefined}
    onClick={onClick}
  />
)
