import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ConfigError, ConfigFault, WrongField } from '../../api/config-error'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { ErrorPage } from '../../ui/error-page'
import { RetryButton } from './load-failure'
import { useBack } from './use-back'

const reasons = {
  missing: 'config.missing',
  page: 'config.page',
  notJson: 'config.notJson',
  tooLarge: 'config.tooLarge',
  fields: 'config.fields',
} as const satisfies Record<ConfigFault, string>

/** Replaces a page that needs `config.json` while that file is invalid. */
export const ConfigErrorPage = ({ error }: { error: ConfigError }) => {
  const { t } = useTranslation(['info', 'common', 'errors'])
  const back = useBack()
  const title = t('config.title')
  useDocumentTitle(title)
  return (
    <ErrorPage
      title={title}
      signal="distress"
      signalText={t('signal.distress', { ns: 'errors' })}
      message={
        <>
          <p>{t('config.lead')}</p>
          <p className="mt-2">{t(reasons[error.fault])}</p>
        </>
      }
      actions={
        <>
          <RetryButton />
          <Button onClick={back}>{t('goBack', { ns: 'common' })}</Button>
          <Link to="/" className={buttonClass()}>
            {t('home', { ns: 'common' })}
          </Link>
        </>
      }
      details={<WrongFieldList error={error} />}
    />
  )
}

/** For operators: each invalid field by its path, and the same lines to copy. */
const WrongFieldList = ({ error }: { error: ConfigError }) => {
  const { t } = useTranslation(['info', 'common'])
  return (
    <div className="flex flex-col items-start gap-3">
      <h2 className="text-sm text-text">{t('config.forKeeper')}</h2>
      <p>{t('config.where')}</p>
      {error.fields.length > 0 && (
        <ul className="flex flex-col gap-1 [overflow-wrap:anywhere]">
          {error.fields.map(field => (
            <li key={`${field.path} ${field.expected}`}>
              <WrongFieldLine field={field} />
            </li>
          ))}
          {error.more > 0 && <li>{t('config.more', { count: error.more })}</li>}
        </ul>
      )}
      <CopyButton
        text={error.problems.join('\n')}
        label={t('copyDetails', { ns: 'common' })}
        copiedLabel={t('copied', { ns: 'common' })}
        className="-ml-3"
      />
    </div>
  )
}

/** Path and values come from the file: shown as text, never translated. */
const WrongFieldLine = ({ field: { path, expected, received } }: { field: WrongField }) => {
  const { t } = useTranslation('info')
  return (
    <>
      <code translate="no" className="text-text">
        <bdi>{path || 'config.json'}</bdi>
      </code>
      <span>: </span>
      {received === null ? (
        <span>{t('config.fieldMissing')}</span>
      ) : (
        <>
          <span>{t('config.fieldWrong')}</span>{' '}
          <code translate="no">
            <bdi>{received}</bdi>
          </code>
          <span>{`, ${t('config.fieldExpected')}`}</span>{' '}
          <code translate="no">
            <bdi>{expected}</bdi>
          </code>
        </>
      )}
    </>
  )
}
