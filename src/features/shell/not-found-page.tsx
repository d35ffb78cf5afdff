import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { ParentLink } from './load-failure'
import { useBack } from './use-back'

/** Shown for any unknown path; shows the path as text. */
export const NotFoundPage = () => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  useDocumentTitle(t('page.notFound'))
  return (
    <ErrorPage
      title={t('title.404', { ns: 'errors' })}
      signal="stop"
      signalText={t('signal.stop', { ns: 'errors' })}
      status={t('status', { ns: 'errors', status: 404 })}
      message={
        <>
          <p>{t('notFoundPath', { ns: 'errors' })}</p>
          <p className="my-2 font-mono text-sm break-all text-text">
            <bdi translate="no">{toDisplayPath(path)}</bdi>
          </p>
          <p>{t('hint.404', { ns: 'errors' })}</p>
        </>
      }
      actions={
        <>
          <ParentLink path={path} isPrimary />
          <Button onClick={back}>{t('goBack')}</Button>
        </>
      }
    />
  )
}

const MAX_DISPLAY_LENGTH = 80

const toBytes = (escapes: string): Uint8Array =>
  Uint8Array.from(escapes.match(/[\da-f]{2}/gi) ?? [], hex => Number.parseInt(hex, 16))

/** Unlike `decodeURIComponent` it accepts invalid and truncated escapes. */
const decodePath = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, escapes => new TextDecoder().decode(toBytes(escapes)))

/** Decoded and shortened for display; control, bidi and zero-width characters become `�`. */
export const toDisplayPath = (path: string): string => {
  // Cut first: decoding megabytes would be slow.
  const characters = Array.from(
    decodePath(path.slice(0, 12 * MAX_DISPLAY_LENGTH)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�'),
  )
  return characters.length > MAX_DISPLAY_LENGTH
    ? `${characters.slice(0, MAX_DISPLAY_LENGTH).join('')}…`
    : characters.join('')
}
