import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Button } from '../../ui/button'
import { FormShell } from '../../ui/form-shell'

interface EditFormProps {
  label: string
  formRef: RefObject<HTMLFormElement | null>
  isPending: boolean
  /** Error without a field. */
  error: string | null
  failure: ApiError | null
  onSubmit: (data: FormData) => Promise<void>
  onCancel: () => void
  children: ReactNode
}

/** Form with save and cancel, shared by both edit modes. */
export const EditForm = ({
  label,
  formRef,
  isPending,
  error,
  failure,
  onSubmit,
  ...props
}: EditFormProps) => {
  const { t } = useTranslation('account')
  const wait = useRetryAfter(failure)
  // Escape cancels the form, not the menu.
  const cancelByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    props.onCancel()
  }
  return (
    <FormShell
      ref={formRef}
      aria-label={label}
      pending={isPending}
      error={error}
      onSubmit={onSubmit}
      onKeyDown={cancelByEscape}
      className="gap-3"
    >
      {props.children}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isPending={isPending}
          {...(wait > 0 && { disabledReason: t('retryAfter', { seconds: wait }) })}
        >
          {t('save')}
        </Button>
        <Button onClick={props.onCancel}>{t('cancel')}</Button>
      </div>
    </FormShell>
  )
}
