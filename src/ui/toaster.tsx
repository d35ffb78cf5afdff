import { Info, X } from 'lucide-react'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { useIsClient } from '../lib/hydration'
import { toast as toasts } from '../lib/toast'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { Spinner } from './spinner'
import { type Tone, textTone, toneIcon } from './tone'

export type ToasterProps = { label: string; closeLabel: string }

/** Whether an event happened on a toast, which is outside of every dialog. */
export function isInToaster(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toaster]') !== null
}

/** The toasts, newest at the bottom, in a live region in `body`. Hover and focus pause the timers. */
export function Toaster(props: ToasterProps) {
  return useIsClient() ? createPortal(<Stack {...props} />, document.body) : null
}

/** In an effect, so that each pause is ended once: react-hot-toast miscounts when `endPause` is called twice. */
function usePauseTimers(
  isPaused: boolean,
  { startPause, endPause }: ReturnType<typeof useToaster>['handlers'],
) {
  const start = useEffectEvent(startPause)
  const end = useEffectEvent(endPause)
  useEffect(() => {
    if (!isPaused) return
    start()
    return () => end()
  }, [isPaused])
}

function Stack({ label, closeLabel }: ToasterProps) {
  const { toasts: entries, handlers } = useToaster()
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const previousFocus = useRef<EventTarget | null>(null)
  const isEmpty = !entries.some(entry => entry.visible)
  // A toast that is removed under the pointer or with focus fires no pointerleave or blur.
  if (isEmpty && isHovered) setHovered(false)
  if (isEmpty && isFocused) setFocused(false)
  usePauseTimers(isHovered || isFocused, handlers)
  const close = (id: string) => {
    toasts.dismiss(id)
    setHovered(false)
    setFocused(false)
    // The button is about to be removed: restore focus.
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
  }
  const isInside = (event: FocusEvent) => event.currentTarget.contains(event.relatedTarget)
  return (
    <section
      data-toaster
      aria-label={label}
      aria-live="polite"
      aria-atomic={false}
      aria-relevant="additions text"
      // A finger doesn't hover: it would leave only with the next tap elsewhere.
      onPointerEnter={event => setHovered(event.pointerType !== 'touch')}
      onPointerLeave={() => setHovered(false)}
      onFocus={event => {
        if (!isInside(event)) previousFocus.current = event.relatedTarget
        setFocused(true)
      }}
      onBlur={event => setFocused(isInside(event))}
      className="pointer-events-none fixed inset-x-0 bottom-[var(--bottom-bar)] z-50 flex max-h-[60dvh] flex-col items-center justify-end gap-2 overflow-hidden p-4 empty:p-0 sm:items-end"
    >
      {[...entries].reverse().map(entry => (
        <ToastCard key={entry.id} entry={entry} closeLabel={closeLabel} onClose={() => close(entry.id)} />
      ))}
    </section>
  )
}

const tones: Record<Toast['type'], Tone> = {
  success: 'success',
  error: 'danger',
  blank: 'info',
  custom: 'neutral',
  loading: 'neutral',
}

type ToastCardProps = { entry: Toast; closeLabel: string; onClose: () => void }

function ToastCard({ entry, closeLabel, onClose }: ToastCardProps) {
  const tone = tones[entry.type]
  const Icon = tone === 'neutral' ? Info : toneIcon[tone]
  return (
    <div
      data-leaving={entry.visible ? undefined : ''}
      className={cx(
        'toast flex w-full max-w-sm shrink-0 items-start gap-2 rounded-control border border-line bg-raised py-1 pr-1 pl-3 text-sm text-text shadow-popup',
        entry.visible ? 'pointer-events-auto' : 'pointer-events-none',
      )}
    >
      <span aria-hidden className={cx('mt-2 shrink-0', textTone[tone])}>
        {entry.type === 'loading' ? <Spinner /> : <Icon className="size-4" />}
      </span>
      <div className="min-w-0 flex-1 py-1.5">{resolveValue(entry.message, entry)}</div>
      <IconButton label={closeLabel} hasTooltip={false} size="sm" icon={<X />} onClick={onClose} />
    </div>
  )
}
