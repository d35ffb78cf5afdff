import { type ComponentProps, type FormEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { controlClass } from './control-class'
import { cx } from './cx'
import { useFieldControl } from './field-context'

export type TextareaProps = Omit<ComponentProps<'textarea'>, 'rows'> & {
  minRows?: number | undefined
  /** From here on it scrolls. */
  maxRows?: number | undefined
  isMono?: boolean | undefined
}

const framePx = 14

/** The browser grows it by itself where it can (`field-sizing`). */
const canGrow = () => typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content')

/** Grows elsewhere: as tall as its text, between the two limits. Set through the object model, which the policy allows. */
function grow(area: HTMLTextAreaElement, minRows: number, maxRows: number) {
  if (canGrow()) return
  const line = Number.parseFloat(getComputedStyle(area).lineHeight) || 24
  area.style.height = 'auto'
  const wanted = Math.min(Math.max(area.scrollHeight, minRows * line + framePx), maxRows * line + framePx)
  area.style.height = `${wanted}px`
}

/** Several lines of text, as tall as what is typed. */
export function Textarea({ minRows = 3, maxRows = 12, isMono, className, ref, ...area }: TextareaProps) {
  const control = useFieldControl(area)
  const own = useRef<HTMLTextAreaElement | null>(null)
  const setRef = useCallback(
    (node: HTMLTextAreaElement | null) => {
      own.current = node
      if (node) {
        node.style.minHeight = `max(var(--control-size), calc(${minRows}lh + ${framePx}px))`
        node.style.maxHeight = `calc(${maxRows}lh + ${framePx}px)`
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
