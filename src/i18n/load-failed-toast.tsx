import { useEffect } from 'react'
import { toast } from '../lib/toast'
import { chunkErrorMessage } from './error-messages'

interface LoadFailedToastProps {
  id: string
  /** Closes what could not be loaded. */
  onShown: () => void
}

/** For dialogs opened by a key: there is no layout to show an error in. */
export const LoadFailedToast = ({ id, onShown }: LoadFailedToastProps) => {
  useEffect(() => {
    toast.error(chunkErrorMessage(), { id })
    onShown()
  }, [id, onShown])
  return null
}
