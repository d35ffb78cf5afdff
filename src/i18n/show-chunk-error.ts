import { toast } from '../lib/toast'
import { chunkErrorMessage } from './error-messages'

/** For a chunk that failed to load where the page has no place for an error. */
export const showChunkError = (): void => {
  toast.error(chunkErrorMessage(), { id: 'missing-part' })
}
