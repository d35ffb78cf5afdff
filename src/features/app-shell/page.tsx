import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { PageTitle } from '../../ui/page-title'

interface PageProps {
  title: string
  /** The title is what people have called something: its direction is its own. */
  isName?: boolean
  eyebrow?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A screen: its h1 and the document's title are one text. */
export const Page = ({ title, isName = false, children, ...heading }: PageProps) => {
  useDocumentTitle(title)
  return (
    <>
      <PageTitle {...heading}>{isName ? <bdi>{title}</bdi> : title}</PageTitle>
      {children}
    </>
  )
}
