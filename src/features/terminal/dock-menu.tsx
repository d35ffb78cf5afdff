import {
  Accessibility,
  ClipboardPaste,
  Copy,
  CopyCheck,
  Download,
  Ellipsis,
  ExternalLink,
  type LucideIcon,
  Minus,
  Plus,
  Power,
  Search,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
import { type Tone, textTone } from '../../ui/tone'
import { terminalController } from './terminal-controller'
import { terminalStore } from './terminal-store'
import { usePaste } from './terminal-text'
import { FONT_SIZES, terminalSettings } from './terminal-view'

interface DockMenuProps {
  /** Our own terminal; the page of another one can only be ended. */
  isConnected: boolean
  isPoppedOut: boolean
  /** Why nothing can be pasted; empty if it can. */
  pasteBlock: string
}

export const DockMenu = ({ isConnected, isPoppedOut, pasteBlock }: DockMenuProps) => {
  const { t } = useTranslation('terminal')
  const paste = usePaste()
  return (
    <Popover
      trigger={<IconButton size="sm" side="top" label={t('more')} icon={<Ellipsis />} />}
      title={t('more')}
      isTitleHidden
      side="top"
      align="end"
      size="sm"
    >
      {close => {
        // A closing menu gives the focus back to its button; the terminal takes it after that.
        const closeThen = (run: () => void) => () => {
          close()
          clock.after(0, run)
        }
        return (
          <div className="-m-2 flex flex-col">
            {isConnected && (
              <>
                <Section className="md:hidden">
                  <Item label={t('find')} Icon={Search} onClick={closeThen(terminalController.find)} />
                  <Item label={t('copy')} Icon={Copy} onClick={closeThen(terminalController.copy)} />
                  <Item
                    label={t('paste')}
                    Icon={ClipboardPaste}
                    disabledReason={pasteBlock}
                    onClick={closeThen(paste)}
                  />
                </Section>
                <Section title={t('output')}>
                  <Item
                    label={t('save')}
                    Icon={Download}
                    onClick={closeThen(() => terminalController.readOutput('file'))}
                  />
                  <Item
                    label={t('copyAll')}
                    Icon={CopyCheck}
                    onClick={closeThen(() => terminalController.readOutput('clipboard'))}
                  />
                </Section>
                <Section title={t('view')}>
                  <Settings />
                  {!isPoppedOut && (
                    <Item
                      label={t('popOut')}
                      Icon={ExternalLink}
                      onClick={() => {
                        close()
                        popOut(t('popOutFailed'))
                      }}
                    />
                  )}
                </Section>
              </>
            )}
            <Item label={t('end')} Icon={Power} tone="danger" onClick={terminalStore.close} />
          </div>
        )
      }}
    </Popover>
  )
}

const popOut = (failureMessage: string) => {
  if (!terminalController.popOut()) toast.error(failureMessage, { id: 'terminal' })
}

interface SectionProps {
  title?: string
  className?: string
  children: ReactNode
}

const Section = ({ title, className, children }: SectionProps) => (
  <fieldset className={cx('mb-1 flex flex-col border-b border-line pb-1', className)}>
    {title && <legend className="px-3 py-1 text-xs text-muted">{title}</legend>}
    {children}
  </fieldset>
)

interface ItemProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
  isPressed?: boolean
  /** Empty if enabled. */
  disabledReason?: string
  tone?: Tone
}

const Item = ({ label, Icon, onClick, isPressed, disabledReason, tone }: ItemProps) => (
  <Button
    size="sm"
    variant="quiet"
    isBlock
    icon={<Icon className={cx('size-4 shrink-0', tone && textTone[tone])} />}
    aria-pressed={isPressed}
    disabledReason={disabledReason}
    onClick={onClick}
    className={cx('justify-start text-start', isPressed && 'bg-accent-soft')}
  >
    <span className={tone && textTone[tone]}>{label}</span>
  </Button>
)

const Settings = () => {
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
  return (
    <>
      <div className="flex items-center gap-1 pl-3 text-xs">
        <span className="mr-auto font-medium">{t('font')}</span>
        <IconButton
          size="sm"
          label={t('smaller')}
          icon={<Minus />}
          disabledReason={fontSize <= FONT_SIZES.min ? t('smallest') : ''}
          onClick={() => resize(-1)}
        />
        <span className="min-w-6 text-center tabular-nums">{fontSize}</span>
        <IconButton
          size="sm"
          label={t('larger')}
          icon={<Plus />}
          disabledReason={fontSize >= FONT_SIZES.max ? t('largest') : ''}
          onClick={() => resize(1)}
        />
      </div>
      <Item
        label={t('screenReader')}
        Icon={Accessibility}
        isPressed={isScreenReader}
        onClick={() => change({ isScreenReader: !isScreenReader })}
      />
    </>
  )
}
