import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { joinIds } from './cx'
import { IconButton } from './icon-button'
import { TextInput, type TextInputProps } from './text-input'

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'end' | 'isMono'> & {
  showLabel: string
  hideLabel: string
  capsLockNotice?: string | undefined
}

export function PasswordInput({ showLabel, hideLabel, capsLockNotice, ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const noticeId = useId()
  const updateCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsOn(event.getModifierState('CapsLock'))
  const hasNotice = isCapsOn && Boolean(capsLockNotice)
  const toggle = (
    <IconButton
      label={isShown ? hideLabel : showLabel}
      icon={isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      onClick={() => setShown(!isShown)}
      className="rounded-l-none"
    />
  )
  return (
    <>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={isShown ? 'text' : 'password'}
        end={toggle}
        onKeyDown={event => {
          updateCapsLock(event)
          input.onKeyDown?.(event)
        }}
        onKeyUp={updateCapsLock}
        onBlur={event => {
          setCapsOn(false)
          input.onBlur?.(event)
        }}
        aria-describedby={joinIds(input['aria-describedby'], hasNotice && noticeId)}
      />
      <span id={noticeId} role="status" className="text-xs text-warning-text empty:hidden">
        {hasNotice ? capsLockNotice : null}
      </span>
    </>
  )
}
