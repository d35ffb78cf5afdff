import { refusalOf } from '../features/group-refused/refusal'
import { lazyPart } from '../i18n/lazy-part'

/** Few people ever meet a closed group, so what explains it does not come with the application. */
export const RefusedPage = lazyPart(
  () => import('./_protected/-group-refused-page').then(part => part.GroupRefusedPage),
  'groups',
)

/** Fetches what explains a refusal before its page is shown, so that its heading is there for the focus. Never rejects. */
export const prepareRefusal = async (error: unknown): Promise<void> => {
  if (refusalOf(error)) await RefusedPage.preload().catch(() => {})
}
