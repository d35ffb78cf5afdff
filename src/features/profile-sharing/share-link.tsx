import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'

interface ShareLinkProps {
  /** Validated as a path segment. */
  token: string
  field: RefObject<HTMLInputElement | null>
}

export const ShareLink = ({ token, field }: ShareLinkProps) => {
  const { t } = useTranslation('sharing')
  const [hasCopyFailed, setCopyFailed] = useState(false)
  const address = `${window.location.origin}/profile/${token}`
  const selectForManualCopy = () => {
    setCopyFailed(true)
    field.current?.focus()
    field.current?.select()
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('link.label')} className="max-w-3xl">
        <TextInput
          ref={field}
          value={address}
          readOnly
          isMono
          spellCheck={false}
          onFocus={event => event.currentTarget.select()}
        />
      </Field>
      {hasCopyFailed && (
        <p role="status" className="text-sm">
          {t('link.byHand')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={address}
          label={t('link.copy')}
          copiedLabel={t('link.copied')}
          onCopied={() => {
            setCopyFailed(false)
            announce(t('link.copied'))
          }}
          onFailed={selectForManualCopy}
          variant="primary"
          size="md"
        />
        <Link
          to="/profile/$link"
          params={{ link: token }}
          target="_blank"
          rel="noopener noreferrer"
          preload={false}
          className={buttonClass()}
        >
          {t('preview')}
          <ExternalLink className="size-4" aria-hidden />
          <span className="sr-only">{t('external')}</span>
        </Link>
      </div>
    </div>
  )
}
