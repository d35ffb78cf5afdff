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
  Flag,
  type LucideIcon,
  Maximize2,
  Minimize2,
  Power,
  X,
} from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { useSubscription } from '../../lib/hooks'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
import { type Tone, textTone } from '../../ui/tone'
import type { ConnectionState } from './terminal-connection'
import { terminalController, useTerminalState } from './terminal-controller'
import { type TerminalTarget, terminalStore, useTerminalStore } from './terminal-store'
import { FONT_SIZES, terminalSettings } from './terminal-view'

interface DockBarProps {
  titleId: string
  target: TerminalTarget
  isOwn: boolean
  isMaximized: boolean
  onToggleMaximized: () => void
  isFlagShown: boolean
  onToggleFlag: () => void
  onHide: () => void
}

export const DockBar = ({
  titleId,
  target,
  isOwn,
  isMaximized,
  onToggleMaximized,
  isFlagShown,
  onToggleFlag,
  onHide,
}: DockBarProps) => {
  const { t } = useTranslation('terminal')
  const { session } = useTerminalStore()
  const { connection, isPoppedOut } = useTerminalState()
  const bar = useRef<HTMLFieldSetElement>(null)
  useSubscription(terminalController.onLeave, () => focusFirstButton(bar.current))
  const hasSession = isOwn && session !== null
  const isConnected = hasSession && connection !== null
  const settings = useSettings()
  const renderMenuActions = (variant: ActionVariant = {}, close = () => {}) => (
    <>
      {isConnected && <ClipboardActions isReady={connection === 'ready'} onDone={close} {...variant} />}
      {isConnected && <SettingActions {...settings} {...variant} />}
      {isConnected && !isPoppedOut && (
        <Action
          {...variant}
          label={t('popOut')}
          Icon={ExternalLink}
          onClick={() => {
            close()
            popOut(t('popOutFailed'))
          }}
        />
      )}
      {hasSession && <Action {...variant} label={t('end')} Icon={Power} onClick={terminalStore.close} />}
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
      {isConnected && <ConnectionStatus connection={connection} />}
      <fieldset ref={bar} aria-label={t('toolbar')} className="ml-auto flex items-center">
        {hasSession && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Flag />}
            aria-expanded={isFlagShown}
            onClick={onToggleFlag}
            // Below the page its own field is in sight.
            className="xl:max-split:hidden"
          >
            {t('flag')}
          </Button>
        )}
        {/* Phones have no space for all actions in one line. */}
        <span className="contents max-md:hidden">{renderMenuActions()}</span>
        {hasSession && (
          <span className="md:hidden">
            <Popover
              trigger={<IconButton size="sm" side="top" label={t('more')} icon={<Ellipsis />} />}
              title={t('more')}
              isTitleHidden
              side="top"
              align="end"
              size="sm"
            >
              {close => <div className="flex flex-col">{renderMenuActions({ hasLabel: true }, close)}</div>}
            </Popover>
          </span>
        )}
        {hasSession && !isPoppedOut && (
          <span className="max-md:hidden">
            <Action
              label={t('tall')}
              Icon={isMaximized ? Minimize2 : Maximize2}
              isPressed={isMaximized}
              onClick={onToggleMaximized}
            />
          </span>
        )}
        <Action label={t('hide')} Icon={X} onClick={onHide} />
      </fieldset>
    </div>
  )
}

/** Some buttons are hidden on some widths. */
const focusFirstButton = (bar: HTMLElement | null) =>
  [...(bar?.querySelectorAll('button') ?? [])].find(button => button.checkVisibility?.() ?? true)?.focus()

const popOut = (failureMessage: string) => {
  if (!terminalController.popOut()) toast.error(failureMessage, { id: 'terminal' })
}

const states: Record<ConnectionState, { tone: Tone; Icon: LucideIcon }> = {
  connecting: { tone: 'info', Icon: CircleDashed },
  unanswered: { tone: 'warning', Icon: CircleDashed },
  unreachable: { tone: 'danger', Icon: CircleAlert },
  ready: { tone: 'success', Icon: CircleCheck },
  reconnecting: { tone: 'warning', Icon: CircleDashed },
  waiting: { tone: 'warning', Icon: CircleDashed },
  lost: { tone: 'danger', Icon: CircleAlert },
  ended: { tone: 'neutral', Icon: Power },
  takenOver: { tone: 'warning', Icon: CircleAlert },
}

const ConnectionStatus = ({ connection }: { connection: ConnectionState }) => {
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
      <Icon className="size-4 shrink-0" />
      <span className={isReady ? 'max-md:sr-only' : undefined}>{t(`state.${connection}`)}</span>
    </p>
  )
}

// Without clipboard support these throw synchronously; `async` turns that into a rejection.
const writeClipboard = async (text: string) => navigator.clipboard.writeText(text)
const readClipboard = async () => navigator.clipboard.readText()

const useSettings = () => {
  const { t } = useTranslation('terminal')
  const [{ fontSize, isScreenReader }, setSettings] = useState(terminalSettings.read)
  const change = (changes: Parameters<typeof terminalSettings.change>[0]) => {
    setSettings(terminalSettings.change(changes))
    terminalController.configure()
  }
  const resize = (delta: number) => {
    change({ fontSize: fontSize + delta })
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
  ...variant
}: ReturnType<typeof useSettings> & ActionVariant) => {
  const { t } = useTranslation('terminal')
  return (
    <>
      <Action
        {...variant}
        label={t('smaller')}
        Icon={AArrowDown}
        disabledReason={fontSize <= FONT_SIZES.min ? t('smallest') : ''}
        onClick={() => resize(-1)}
      />
      <Action
        {...variant}
        label={t('larger')}
        Icon={AArrowUp}
        disabledReason={fontSize >= FONT_SIZES.max ? t('largest') : ''}
        onClick={() => resize(1)}
      />
      <Action
        {...variant}
        label={t('screenReader')}
        Icon={Accessibility}
        isPressed={isScreenReader}
        onClick={onScreenReader}
      />
    </>
  )
}

interface ClipboardActionsProps extends ActionVariant {
  isReady: boolean
  onDone: () => void
}

const ClipboardActions = ({ isReady, onDone, ...variant }: ClipboardActionsProps) => {
  const { t } = useTranslation('terminal')
  useSubscription(terminalController.onCopied, ({ text, isSelection, isWritten }) => {
    const copied = isWritten ? Promise.resolve() : writeClipboard(text)
    copied.then(
      () => announce(t(isSelection ? 'copiedSelection' : 'copiedScreen')),
      () => toast.error(t('copyFailed'), { id: 'terminal' }),
    )
  })
  const copy = () => {
    terminalController.copy()
    onDone()
  }
  const paste = () => {
    onDone()
    return readClipboard().then(terminalController.paste, () =>
      toast.error(t('pasteFailed'), { id: 'terminal' }),
    )
  }
  return (
    <>
      <Action {...variant} label={t('copy')} Icon={Copy} onClick={copy} />
      <Action
        {...variant}
        label={t('paste')}
        Icon={ClipboardPaste}
        disabledReason={isReady ? '' : t('notConnected')}
        onClick={() => void paste()}
      />
    </>
  )
}

interface ActionVariant {
  /** Shows the label beside the icon, for menus. */
  hasLabel?: boolean
}

interface ActionProps extends ActionVariant {
  label: string
  Icon: LucideIcon
  onClick: () => void
  isPressed?: boolean
  /** Empty if enabled. */
  disabledReason?: string
}

const Action = ({ label, Icon, onClick, isPressed, disabledReason, hasLabel = false }: ActionProps) => {
  const shared = {
    icon: <Icon className="size-4 shrink-0" />,
    'aria-pressed': isPressed,
    disabledReason,
    onClick,
  }
  const pressed = isPressed && 'bg-accent-soft'
  return hasLabel ? (
    <Button {...shared} variant="quiet" isBlock className={cx('justify-start text-start', pressed)}>
      {label}
    </Button>
  ) : (
    <IconButton {...shared} size="sm" side="top" label={label} className={pressed || undefined} />
  )
}

/** Used in base.css to reserve space at the end of the page, or beside it. */
const HEIGHT_VARIABLE = '--dock-height'
const WIDTH_VARIABLE = '--dock-side'
/** On narrow screens the dock covers the page. */
const NARROW_QUERY = '(max-width: 47.99rem)'
/** As in tokens.css. */
const SPLIT_QUERY = '(min-width: 90rem)'

/** Reserves space for the dock, and makes the page inert while the dock covers it. */
export const useDockLayout = (
  dock: RefObject<HTMLElement | null>,
  isShown: boolean,
  canCover: boolean,
  isMaximized: boolean,
) => {
  useEffect(() => {
    const element = dock.current
    if (!isShown || !element) return
    const width = window.matchMedia?.(NARROW_QUERY)
    const coveredElements = [...document.querySelectorAll<HTMLElement>('#main, footer[data-shell]')]
    const { style } = document.documentElement
    const update = () => {
      const isBeside = canCover && !isMaximized && (window.matchMedia?.(SPLIT_QUERY).matches ?? false)
      const isCovering = canCover && (isMaximized || (width?.matches ?? false))
      const height = `calc(${element.offsetHeight}px + var(--bottom-bar))`
      // Below a covered page it would let the header scroll away.
      style.setProperty(HEIGHT_VARIABLE, isBeside || isCovering ? '0px' : height)
      style.setProperty(WIDTH_VARIABLE, isBeside ? `${element.offsetWidth}px` : '0px')
      for (const part of coveredElements) part.inert = isCovering
    }
    update()
    const observer = globalThis.ResizeObserver && new ResizeObserver(update)
    observer?.observe(element)
    width?.addEventListener('change', update)
    return () => {
      observer?.disconnect()
      width?.removeEventListener('change', update)
      for (const part of coveredElements) part.inert = false
      style.removeProperty(HEIGHT_VARIABLE)
      style.removeProperty(WIDTH_VARIABLE)
    }
  }, [dock, isShown, canCover, isMaximized])
}

/** Less is a browser's bar. */
const MIN_KEYBOARD_HEIGHT = 120

/** Keeps the dock above a virtual keyboard that covers the page, without a render per frame. */
export const useVirtualKeyboard = (dock: RefObject<HTMLElement | null>, isShown: boolean) => {
  useEffect(() => {
    const element = dock.current
    const viewport = window.visualViewport
    if (!isShown || !element || !viewport) return
    const update = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // Zooming in makes the visual viewport smaller too.
      element.toggleAttribute('data-keyboard', viewport.scale < 1.05 && covered > MIN_KEYBOARD_HEIGHT)
      element.style.setProperty('--keyboard', `${covered}px`)
      element.style.setProperty('--keyboard-top', `${viewport.offsetTop}px`)
    }
    update()
    for (const type of ['resize', 'scroll']) viewport.addEventListener(type, update)
    return () => {
      for (const type of ['resize', 'scroll']) viewport.removeEventListener(type, update)
    }
  }, [dock, isShown])
}
