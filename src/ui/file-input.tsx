import { Paperclip } from 'lucide-react'
import { type ChangeEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { useEventListener } from '../lib/hooks'
import { Button } from './button'
import { joinIds } from './cx'

export type FileInputProps = {
  label: string
  /** As in `.docx,.txt`; only a filter of the file picker, so check the file again. */
  accept: string
  onChoose: (file: File) => void
  disabledReason?: string | undefined
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

export type DroppedFiles = {
  files: File[]
  /** Folders are not supported: `DataTransfer.files` has no files for them. */
  hasFolder: boolean
}

type FileDropProps = {
  onDrop: (dropped: DroppedFiles) => void
  isDisabled?: boolean | undefined
  /** Shown over the content while a file is dragged over the window. */
  invitation: ReactNode
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

const isFolder = (item: DataTransferItem): boolean =>
  item.kind === 'file' && item.webkitGetAsEntry?.()?.isDirectory === true

/** Anywhere on the window; dragged text is not affected. A rejected file doesn't navigate away. */
export function FileDrop({ onDrop, isDisabled = false, invitation, children }: FileDropProps) {
  const isOver = useFileDrop(isDisabled, onDrop)
  return (
    <div className="relative flex flex-col gap-4">
      {children}
      {isOver && (
        <div
          aria-hidden
          className="absolute inset-0 flex items-center justify-center rounded-control border border-accent bg-accent-soft p-4 text-center font-medium text-accent-text"
        >
          {invitation}
        </div>
      )}
    </div>
  )
}

/** Whether files are dragged over the window and may be dropped. */
function useFileDrop(isDisabled: boolean, onDrop: FileDropProps['onDrop']): boolean {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!hasFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy'
    setOver(!isDisabled)
  }
  useEventListener(window, 'dragenter', over)
  useEventListener(window, 'dragover', over)
  useEventListener(window, 'dragleave', event => {
    // `relatedTarget` is null only when the pointer leaves the window.
    if (event.relatedTarget === null) setOver(false)
  })
  useEventListener(window, 'drop', event => {
    if (!hasFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    setOver(false)
    if (isDisabled) return
    const { items, files } = event.dataTransfer
    onDrop({ files: [...files], hasFolder: [...items].some(isFolder) })
  })
  return isOver && !isDisabled
}
