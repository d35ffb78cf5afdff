import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { focusOnMount } from '../lib/focus'

export type ErrorSummaryProps = {
  title: string
  /** `fieldId` is the control's id (`InvalidField.id`). */
  items: readonly { fieldId: string; text: string }[]
}

/** The list of invalid fields of a long form. Takes focus when it appears and when the fields change. */
export function ErrorSummary({ title, items }: ErrorSummaryProps) {
  const focusField = (event: MouseEvent, fieldId: string) => {
    event.preventDefault()
    document.getElementById(fieldId)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would claim the whole form.
    <div
      // Without the texts: a change of language must not move the focus.
      key={items.map(({ fieldId }) => fieldId).join(' ')}
      ref={focusOnMount}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className="flex gap-3 rounded-control border border-danger-text/25 bg-danger-soft p-4 text-danger-text"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-medium">{title}</p>
        <ul className="flex list-disc flex-col gap-1 pl-4 text-sm">
          {items.map(({ fieldId, text }) => (
            <li key={fieldId}>
              <a
                href={`#${fieldId}`}
                onClick={event => focusField(event, fieldId)}
                className="text-danger-text"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
