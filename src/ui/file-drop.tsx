import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

export type Dropped = {
  files: File[]
  /** A folder was among them; no browser gives its files so. */
  hasFolder: boolean
}

export type FileDropProps = {
  onDrop: (dropped: Dropped) => void
  /** Nothing is taken now. */
  isDisabled?: boolean | undefined
  /** Shown over the content while a file is above the window. */
  invitation: ReactNode
  children: ReactNode
}

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

const isFolder = (item: DataTransferItem): boolean =>
  item.kind === 'file' && item.webkitGetAsEntry?.()?.isDirectory === true

/**
 * Takes files that are dropped anywhere on the window while it is shown: for a dialog, which is alone there. Text that
 * is dragged goes where it goes. A file that nobody takes never opens in place of the page, whatever was being typed.
 */
export function FileDrop({ onDrop, isDisabled = false, invitation, children }: FileDropProps) {
  const isOver = useFileDrag(isDisabled, onDrop)
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

/** Listens to the window; tells whether files are above it and may be dropped. */
function useFileDrag(isDisabled: boolean, onDrop: FileDropProps['onDrop']): boolean {
  const [isOver, setOver] = useState(false)
  const over = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy'
    setOver(!isDisabled)
  })
  const leave = useEffectEvent((event: DragEvent) => {
    // Between two elements of the page there is a next one; outside of the window there is none.
    if (event.relatedTarget === null) setOver(false)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    setOver(false)
    if (isDisabled) return
    const { items, files } = event.dataTransfer
    onDrop({ files: [...files], hasFolder: [...items].some(isFolder) })
  })
  useEffect(() => {
    const shown = new AbortController()
    const { signal } = shown
    for (const name of ['dragenter', 'dragover'] as const)
      window.addEventListener(name, event => over(event), { signal })
    window.addEventListener('dragleave', event => leave(event), { signal })
    window.addEventListener('drop', event => drop(event), { signal })
    return () => shown.abort()
  }, [])
  return isOver && !isDisabled
}
