import { Paperclip } from 'lucide-react'
import { type ChangeEvent, type Ref, useRef } from 'react'
import { Button } from './button'
import { joinIds } from './cx'

export type FileInputProps = {
  /** "Выбрать файл". */
  label: string
  /** Endings that the system's window offers, as in `.docx,.txt`; it does not hold anybody to them. */
  accept: string
  onChoose: (file: File) => void
  disabledReason?: string | undefined
  /** Ids of what is said about the file. */
  describedBy?: readonly (string | false | undefined)[] | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** Chooses one file. A button of ours, because the browser's own speaks the browser's language. */
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
    // Emptied, so that the same file can be chosen again after it was mended.
    currentTarget.value = ''
    if (file) onChoose(file)
  }
  return (
    <>
      <input ref={input} type="file" accept={accept} hidden aria-label={label} onChange={choose} />
      <Button
        ref={ref}
        size="sm"
        icon={<Paperclip className="size-4" aria-hidden />}
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
