import { toast } from '../lib/toast'
import { partText } from './error-text'

/** Says that a part of the page did not come, where nothing stands that could say it. */
export const tellMissingPart = (): void => {
  toast.error(partText(), { id: 'missing-part' })
}
