import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  ClipboardPaste,
  Copy,
  Flag,
  type LucideIcon,
  Maximize2,
  Minimize2,
  Power,
  Search,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubscription } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { type Tone, textTone } from '../../ui/tone'
import { Tooltip } from '../../ui/tooltip'
import { DockMenu } from './dock-menu'
import type { ConnectionState } from './terminal-connection'
import { terminalController, useTerminalState } from './terminal-controller'
import { type TerminalTarget, useTerminalStore } from './terminal-store'
import { usePaste, useTerminalText } from './terminal-text'

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

/** The flag, the text, the rest in a menu, and the window. Phones have the text in the menu too. */
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
  useTerminalText(target)
  const paste = usePaste()
  const hasSession = isOwn && session !== null
  const isConnected = hasSession && connection !== null
  const pasteBlock = connection === 'ready' ? '' : t('notConnected')
  return (
    <div className="@container border-b border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-2 pl-4">
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
            >
              {t('flag')}
            </Button>
          )}
          {isConnected && (
            <span className="contents max-md:hidden">
              <Divider />
              <ToolButton
                label={t('find')}
                hint={t('findHint')}
                Icon={Search}
                onClick={terminalController.find}
              />
              <ToolButton
                label={t('copy')}
                hint={t('copyHint')}
                Icon={Copy}
                onClick={terminalController.copy}
              />
              <ToolButton
                label={t('paste')}
                hint={t('pasteHint')}
                Icon={ClipboardPaste}
                disabledReason={pasteBlock}
                onClick={paste}
              />
            </span>
          )}
          {hasSession && (
            <>
              <Divider />
              <DockMenu isConnected={isConnected} isPoppedOut={isPoppedOut} pasteBlock={pasteBlock} />
              <Divider />
            </>
          )}
          {hasSession && !isPoppedOut && (
            <span className="max-md:hidden">
              <IconButton
                size="sm"
                side="top"
                label={t('tall')}
                icon={isMaximized ? <Minimize2 /> : <Maximize2 />}
                aria-pressed={isMaximized}
                onClick={onToggleMaximized}
                className={isMaximized ? 'bg-accent-soft' : undefined}
              />
            </span>
          )}
          <IconButton size="sm" side="top" label={t('hide')} icon={<X />} onClick={onHide} />
        </fieldset>
      </div>
    </div>
  )
}

/** Some buttons are hidden on some widths. */
const focusFirstButton = (bar: HTMLElement | null) =>
  [...(bar?.querySelectorAll('button') ?? [])].find(button => button.checkVisibility?.() ?? true)?.focus()

const Divider = () => <span className="mx-1.5 h-6 w-px bg-line max-md:hidden" />

interface ToolButtonProps {
  label: string
  hint: string
  Icon: LucideIcon
  onClick: () => void
  /** Empty if enabled. */
  disabledReason?: string
}

/** An icon with its word, where the bar has room for it. */
const ToolButton = ({ label, hint, Icon, onClick, disabledReason = '' }: ToolButtonProps) => (
  <Tooltip content={disabledReason || hint} isDescription={disabledReason === ''}>
    <Button
      size="sm"
      variant="quiet"
      icon={<Icon />}
      disabledReason={disabledReason}
      reasonPlacement="hidden"
      onClick={onClick}
      className="@max-[56rem]:px-2"
    >
      <span className="@max-[56rem]:sr-only">{label}</span>
    </Button>
  </Tooltip>
)

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
