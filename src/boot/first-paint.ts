import { readLanguageCookie } from '../lib/cookie'
import { isExamPage } from '../lib/exam-page'

/** A submit before hydration would cancel the scripts that are loading: src/lib/hydration.ts submits the form later. */
export const rememberEarlySubmit = (): void => {
  addEventListener('submit', event => {
    if (!event.defaultPrevented) (event.target as HTMLFormElement).dataset.pressed = ''
    event.preventDefault()
  })
  addEventListener('input', event =>
    (event.target as Partial<HTMLInputElement>).form?.removeAttribute('data-pressed'),
  )
}

/** Prerendered links have no search parameters: adds this visit's invite code. */
export const addInviteToLinks = ({ dataset }: HTMLElement): void =>
  addEventListener('click', event => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[href="/login"], a[href="/registration"]',
    )
    if (link && dataset.page) link.search = location.search
  })

/** Sets the language of the cookie; a prerendered page comes in its own. */
export const applyLanguage = (root: HTMLElement): void => {
  if (!root.dataset.page) root.lang = readLanguageCookie(document.cookie)
}

type Kept = Pick<Storage, 'getItem'>

export const applyTheme = ({ dataset }: HTMLElement, kept: Kept): void => {
  const theme = kept.getItem('theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
}

/** Reserves the height of the last visit's banners and of the operator's notice (src/features/shell). */
export const reserveBanners = ({ style }: HTMLElement, kept: Kept): void => {
  for (const name of ['banners', 'notice']) {
    if (name === 'banners' && isExamPage(location)) continue
    const [width, height] = (kept.getItem(`flagship.${name}`) ?? '').split(' ')
    if (Number(width) === innerWidth) style.setProperty(`--${name}-height`, `${Number(height)}px`)
  }
}

/** Reserves space for a notice above the form (src/features/shell/reserved-notice-space.tsx). */
export const reserveNotice = ({ dataset }: HTMLElement, kept: Kept): void => {
  const hasInvite = /[?&]invite=./.test(location.search)
  const hasReason = kept.getItem('token') || (kept.getItem('auth_redirect') || '/') !== '/'
  if (dataset.page && (hasInvite || (dataset.page === '/login' && hasReason))) dataset.note = ''
}
