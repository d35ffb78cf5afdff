import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { ErrorBoundary } from '../ui/error-boundary'
import type { HeadingLevel } from '../ui/page-title'
import { SectionError } from '../ui/section-error'

interface SectionBoundaryProps {
  /** By default that something went wrong. */
  title?: string
  headingLevel?: HeadingLevel
  children: ReactNode
}

/** Confines a failure, also of a chunk, to a section of the page, with a retry button in its place. */
export const SectionBoundary = ({ title, headingLevel, children }: SectionBoundaryProps) => {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <ErrorBoundary
      fallback={retry => (
        <SectionError
          title={title ?? t('crash', { ns: 'errors' })}
          headingLevel={headingLevel}
          action={<Button onClick={retry}>{t('retry')}</Button>}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
