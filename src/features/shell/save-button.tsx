import { type ReactNode, useState } from 'react'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { saveFile } from '../../lib/save-file'
import { staleChunks } from '../../lib/stale-chunks'
import { Button, type ButtonProps } from '../../ui/button'

interface SaveButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabledReason'> {
  icon: ReactNode
  label: string
  /** Shown instead below 1024 px. */
  shortLabel?: string
  savedText: string
  failedText: string
  create: () => Promise<Blob>
  name: string
}

/** Makes a file on a click and saves it; a failure stands below. */
export const SaveButton = (props: SaveButtonProps) => {
  const { icon, label, shortLabel, savedText, failedText, create, name, size = 'sm', ...button } = props
  const { session } = useSession()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const save = async () => {
    setState('pending')
    const controller = new AbortController()
    const unsubscribe = session.onClearUserData(() => controller.abort())
    try {
      const file = await create()
      if (controller.signal.aborted) return
      void saveFile(file, name, controller.signal).then(unsubscribe)
      announce(savedText)
      setState('idle')
    } catch (error) {
      unsubscribe()
      await staleChunks.handleError(error)
      setState('failed')
    }
  }
  return (
    <span className="inline-flex max-w-xs flex-col gap-1">
      <Button {...button} size={size} icon={icon} isPending={state === 'pending'} onClick={() => void save()}>
        {shortLabel ? (
          <>
            <span className="max-lg:sr-only">{label}</span>
            <span aria-hidden className="lg:hidden">
              {shortLabel}
            </span>
          </>
        ) : (
          label
        )}
      </Button>
      {state === 'failed' && (
        <span role="alert" className="text-sm text-danger-text">
          {failedText}
        </span>
      )}
    </span>
  )
}
