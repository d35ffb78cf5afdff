import { useTranslation } from 'react-i18next'
import type { ConfigError, WrongField } from '../../api/config-error'
import { announce } from '../../lib/announce'
import { CopyButton } from '../../ui/copy-button'

/** What whoever runs the site needs: each wrong field by its path, and the same lines to copy. */
export const WrongFieldList = ({ error }: { error: ConfigError }) => {
  const { t } = useTranslation(['info', 'common'])
  const copied = t('copied', { ns: 'common' })
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
        copiedLabel={copied}
        onCopied={() => announce(copied, 'polite')}
      />
    </div>
  )
}

/** Path and values are the file's own: text, never words of ours. */
const WrongFieldLine = ({ field: { path, expected, received } }: { field: WrongField }) => {
  const { t } = useTranslation('info')
  return (
    <>
      <code className="text-text">
        <bdi>{path || 'config.json'}</bdi>
      </code>
      {': '}
      {received === null ? (
        t('config.fieldMissing')
      ) : (
        <>
          {t('config.fieldWrong')}{' '}
          <code>
            <bdi>{received}</bdi>
          </code>
          {', '}
          {t('config.fieldExpected')}{' '}
          <code>
            <bdi>{expected}</bdi>
          </code>
        </>
      )}
    </>
  )
}
