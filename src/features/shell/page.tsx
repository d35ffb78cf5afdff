import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { PageTitle } from '../../ui/page-title'

interface PageProps {
  title: string
  /** Title of the document where the heading is longer. */
  documentTitle?: string
  /** The title is user text and may have any text direction. */
  isName?: boolean
  icon?: ReactNode
  eyebrow?: ReactNode
  lead?: ReactNode
  isDisplay?: boolean
  actions?: ReactNode
  cover?: ReactNode
  children?: ReactNode
}

/** A page: its h1 and the document title have the same text by default. */
export const Page = ({ title, documentTitle = title, isName = false, children, ...heading }: PageProps) => {
  useDocumentTitle(documentTitle)
  return (
    <>
      <PageTitle {...heading}>{isName ? <bdi>{title}</bdi> : title}</PageTitle>
      {children}
    </>
  )
}
