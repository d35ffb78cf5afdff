import { Paperclip } from 'lucide-react'
import { type ChangeEvent, type Ref, useRef } from 'react'
import { Button } from './button'
import { joinIds } from './cx'

export type FileInputProps = {
  label: string
  /** As in `.docx,.txt`; only a filter of the file picker, so check the file again. */
  accept: string
  onChoose: (file: File) => void
  disabledReason?: string | undefined
  /** Ids of descriptions. */
  describedBy?: readonly (string | false | undefined)[] | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A file picker with a custom button: the native one is labelled in the browser's language. */
export function FileInput({
  label,
  accept,
  onChoose,
  disabledReason,
  describedBy = [],
  ref,
}: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // Reset, so that choosing the same file again fires a change event.
    currentTarget.value = ''
    if (file) onChoose(file)
  }
  return (
    <>
      <input ref={input} type="file" accept={accept} hidden aria-label={label} onChange={choose} />
      <Button
        ref={ref}
        size="sm"
        icon={<Paperclip />}
        onClick={() => input.current?.click()}
        disabledReason={disabledReason}
        reasonPlacement="hidden"
        aria-describedby={joinIds(...describedBy)}
      >
        {label}
      </Button>
    </>
  )
}
