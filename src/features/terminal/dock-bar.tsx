import {
  AArrowDown,
  AArrowUp,
  Accessibility,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  ClipboardPaste,
  Copy,
  Ellipsis,
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
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
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
  const isConnected = hasSession && connection !== null
  const settings = useSettings()
  const more = (look: ActionLook = {}, close = () => {}) => (
    <>
      {isConnected && <SettingActions {...settings} {...look} />}
      {isConnected && !isOut && (
        <Action
          {...look}
          label={t('popOut')}
          Icon={ExternalLink}
          onClick={() => {
            close()
            popOut(t('popOutFailed'))
          }}
        />
      )}
      {hasSession && <Action {...look} label={t('end')} Icon={Power} onClick={terminalStore.close} />}
    </>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 basis-16 items-baseline gap-2 text-sm">
        <h2 id={titleId} className="shrink-0 text-sm">
          {t('title')}
        </h2>
        <bdi className="min-w-0 truncate text-muted">{target.title}</bdi>
      </div>
      {isConnected && <State connection={connection} />}
      <fieldset ref={bar} aria-label={t('toolbar')} className="ml-auto flex items-center">
        {isConnected && <ClipboardActions isReady={connection === 'ready'} />}
        {/* A phone has no room for all of them in one line. */}
        <span className="contents max-md:hidden">{more()}</span>
        {hasSession && (
          <span className="md:hidden">
            <Popover
              trigger={
                <IconButton
                  size="sm"
                  side="top"
                  label={t('more')}
                  icon={<Ellipsis className="size-4" aria-hidden />}
                />
              }
              title={t('more')}
              isTitleHidden
              side="top"
              align="end"
              size="sm"
            >
              {close => <div className="flex flex-col">{more({ isNamed: true }, close)}</div>}
            </Popover>
          </span>
        )}
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

const popOut = (failed: string) => {
  if (!control.popOut()) toast.error(failed, { id: 'terminal' })
}

const states: Record<ConnectionState, { tone: Tone; Icon: LucideIcon }> = {
  connecting: { tone: 'info', Icon: CircleDashed },
  ready: { tone: 'success', Icon: CircleCheck },
  reconnecting: { tone: 'warning', Icon: CircleDashed },
  waiting: { tone: 'warning', Icon: CircleDashed },
  lost: { tone: 'danger', Icon: CircleAlert },
  ended: { tone: 'neutral', Icon: Power },
  takenOver: { tone: 'warning', Icon: CircleAlert },
}

const State = ({ connection }: { connection: ConnectionState }) => {
  const { t } = useTranslation('terminal')
  const { tone, Icon } = states[connection]
  const isReady = connection === 'ready'
  return (
    <p
      className={cx(
        'inline-flex items-center gap-1.5 text-xs',
        textTone[tone],
        !isReady && 'max-md:order-last max-md:basis-full',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className={isReady ? 'max-md:sr-only' : undefined}>{t(`state.${connection}`)}</span>
    </p>
  )
}

// A browser without a clipboard throws at once: that is a refusal like any other.
const writeClipboard = async (text: string) => navigator.clipboard.writeText(text)
const readClipboard = async () => navigator.clipboard.readText()

const useSettings = () => {
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
  return {
    fontSize,
    resize,
    isScreenReader,
    onScreenReader: () => change({ isScreenReader: !isScreenReader }),
  }
}

const SettingActions = ({
  fontSize,
  resize,
  isScreenReader,
  onScreenReader,
  ...look
}: ReturnType<typeof useSettings> & ActionLook) => {
  const { t } = useTranslation('terminal')
  return (
    <>
      <Action
        {...look}
        label={t('smaller')}
        Icon={AArrowDown}
        disabledReason={fontSize <= fontSizes.least ? t('smallest') : ''}
        onClick={() => resize(-1)}
      />
      <Action
        {...look}
        label={t('larger')}
        Icon={AArrowUp}
        disabledReason={fontSize >= fontSizes.most ? t('largest') : ''}
        onClick={() => resize(1)}
      />
      <Action
        {...look}
        label={t('screenReader')}
        Icon={Accessibility}
        isPressed={isScreenReader}
        onClick={onScreenReader}
      />
    </>
  )
}

const ClipboardActions = ({ isReady }: { isReady: boolean }) => {
  const { t } = useTranslation('terminal')
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
    </>
  )
}

interface ActionLook {
  /** In a menu: the name stands beside the icon. */
  isNamed?: boolean
}

interface ActionProps extends ActionLook {
  label: string
  Icon: LucideIcon
  onClick: () => void
  isPressed?: boolean
  /** Why it cannot be used now; empty: it can. */
  disabledReason?: string
}

const Action = ({ label, Icon, onClick, isPressed, disabledReason, isNamed = false }: ActionProps) => {
  const shared = {
    icon: <Icon className="size-4 shrink-0" aria-hidden />,
    'aria-pressed': isPressed,
    disabledReason,
    onClick,
  }
  const pressed = isPressed && 'bg-accent-soft'
  return isNamed ? (
    <Button {...shared} variant="quiet" isBlock className={cx('justify-start text-start', pressed)}>
      {label}
    </Button>
  ) : (
    <IconButton {...shared} size="sm" side="top" label={label} className={pressed || undefined} />
  )
}
