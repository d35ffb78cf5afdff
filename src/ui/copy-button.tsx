import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../lib/announce'
import { Button } from './button'
import type { ButtonSize, ButtonVariant } from './button-class'
import { IconButton } from './icon-button'

export type CopyButtonProps = {
  text: string
  /** What is copied; must differ between the buttons of a page. */
  label: string
  copiedLabel: string
  /** False when the clipboard is not available: show the text for copying by hand. */
  onResult?: ((isCopied: boolean) => void) | undefined
  isIconOnly?: boolean | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** Copies and announces it; the check mark stays until pointer or focus leave. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, onResult, isIconOnly = false, variant = 'quiet', size = 'sm' } = props
  const [copiedText, setCopiedText] = useState<string | null>(null)
  const isCopied = copiedText === text
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      onResult?.(false)
      return
    }
    setCopiedText(text)
    announce(copiedLabel)
    onResult?.(true)
  }
  const reset = () => setCopiedText(null)
  const icon = isCopied ? <Check className="text-success-text" /> : <Copy />
  const shared = {
    variant,
    size,
    icon,
    onClick: copy,
    onBlur: reset,
    onMouseLeave: reset,
    className: props.className,
  }
  const currentLabel = isCopied ? copiedLabel : label
  if (isIconOnly) return <IconButton {...shared} label={currentLabel} />
  return <Button {...shared}>{currentLabel}</Button>
}
