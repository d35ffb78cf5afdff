import { type ComponentProps, type FormEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { cx } from './cx'
import { controlClass, useFieldControl } from './field-context'

export type TextareaProps = Omit<ComponentProps<'textarea'>, 'rows'> & {
  minRows?: number | undefined
  /** It scrolls beyond this. */
  maxRows?: number | undefined
  isMono?: boolean | undefined
}

const FRAME_PX = 14

const canGrow = () => typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content')

/** Fallback for browsers without `field-sizing`. Set by CSSOM, which the CSP allows. */
function grow(area: HTMLTextAreaElement, minRows: number, maxRows: number) {
  if (canGrow()) return
  const line = Number.parseFloat(getComputedStyle(area).lineHeight) || 24
  area.style.height = 'auto'
  const wanted = Math.min(Math.max(area.scrollHeight, minRows * line + FRAME_PX), maxRows * line + FRAME_PX)
  area.style.height = `${wanted}px`
}

/** A textarea that grows with its text. */
export function Textarea({ minRows = 3, maxRows = 12, isMono, className, ref, ...area }: TextareaProps) {
  const control = useFieldControl(area)
  const own = useRef<HTMLTextAreaElement | null>(null)
  const setRef = useCallback(
    (node: HTMLTextAreaElement | null) => {
      own.current = node
      if (node) {
        node.style.minHeight = `max(var(--control-size), calc(${minRows}lh + ${FRAME_PX}px))`
        node.style.maxHeight = `calc(${maxRows}lh + ${FRAME_PX}px)`
      }
      if (typeof ref === 'function') return ref(node)
      if (ref) ref.current = node
    },
    [ref, minRows, maxRows],
  )
  useLayoutEffect(() => {
    if (own.current) grow(own.current, minRows, maxRows)
  })
  const handleInput = (event: FormEvent<HTMLTextAreaElement>) => {
    grow(event.currentTarget, minRows, maxRows)
    area.onInput?.(event as Parameters<NonNullable<typeof area.onInput>>[0])
  }
  return (
    <textarea
      {...area}
      {...control}
      ref={setRef}
      rows={minRows}
      onInput={handleInput}
      className={cx(controlClass({ isMono }), 'auto-grow resize-y', className)}
    />
  )
}
