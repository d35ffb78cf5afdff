import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { PageTitle } from '../../ui/page-title'

interface PageProps {
  title: string
  /** The title is user text and may have any text direction. */
  isName?: boolean
  eyebrow?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A page: its h1 and the document title have the same text. */
export const Page = ({ title, isName = false, children, ...heading }: PageProps) => {
  useDocumentTitle(title)
  return (
    <>
      <PageTitle {...heading}>{isName ? <bdi>{title}</bdi> : title}</PageTitle>
      {children}
    </>
  )
}
