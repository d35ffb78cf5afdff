import { ExternalLink, ImageOff } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { safeFile, safeLink } from '../../lib/safe-url'
import type { MarkdownLabels } from './props'

/** Links cannot be nested: a blocked image inside a link gets no link of its own. */
const IsInLink = createContext(false)

type LinkProps = { href: string | undefined; labels: MarkdownLabels; children: ReactNode; text: string }

/** An external http(s) link with its host, opened in a new tab. Any other address is plain text. */
export function MarkdownLink({ href, labels, children, text }: LinkProps) {
  const address = safeLink(href)
  if (!address) return <span>{children}</span>
  const { host } = new URL(address)
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      <IsInLink value={true}>{children}</IsInLink>
      {/* The link text may name another host; a bare address already shows the real one. */}
      {getHost(text) !== host && (
        <>
          {' '}
          <span className="markdown-host">({host})</span>
        </>
      )}{' '}
      <span className="sr-only">{labels.external}</span>
      <ExternalLink className="mb-0.5 inline size-3.5 print:hidden" />
    </a>
  )
}

/** The host that the link text itself spells out; null unless the text is a bare address. */
const getHost = (text: string): string | null => {
  const address = text.trim()
  if (/\s/.test(address) || !address.includes('.')) return null
  try {
    const { host, username } = new URL(/^https?:/i.test(address) ? address : `http://${address}`)
    return username === '' && address.toLowerCase().includes(host) ? host : null
  } catch {
    return null
  }
}

type ImageProps = {
  src: string | undefined
  alt: string | undefined
  title: string | undefined
  imagePrefix: string
  labels: MarkdownLabels
}

/** An image from this site's files. A foreign image is never loaded: its alt text links to it instead. */
export function MarkdownImage({ src, alt = '', title, imagePrefix, labels }: ImageProps) {
  const isInLink = useContext(IsInLink)
  const path = safeFile(src, imagePrefix)
  if (path) return <img src={path} alt={alt} title={title} loading="lazy" decoding="async" />
  const address = isInLink ? null : safeLink(src)
  return (
    <span className="markdown-no-image">
      <ImageOff className="size-4 shrink-0" />
      <span>
        {labels.blockedImage}
        {alt && ': '}
        {address ? (
          <MarkdownLink href={address} labels={labels} text="">
            {alt || address}
          </MarkdownLink>
        ) : (
          alt
        )}
      </span>
    </span>
  )
}
