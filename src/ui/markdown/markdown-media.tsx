import { ExternalLink, ImageOff } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { safeFile, safeLink } from '../../lib/safe-url'
import type { MarkdownWords } from './markdown-words'

/** A link cannot hold a link: an image inside one only says that it is not shown. */
const IsInLink = createContext(false)

type LinkProps = { href: string | undefined; words: MarkdownWords; children: ReactNode; text: string }

/** A link out of the text: http(s) alone, in a tab of its own, with the host it leads to. Anything else is plain text. */
export function MarkdownLink({ href, words, children, text }: LinkProps) {
  const address = safeLink(href)
  if (!address) return <span>{children}</span>
  const { host } = new URL(address)
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      <IsInLink value={true}>{children}</IsInLink>
      {/* The words of a link may promise another place; a bare address has said it already. */}
      {hostOf(text) !== host && (
        <>
          {' '}
          <span className="markdown-host">({host})</span>
        </>
      )}{' '}
      <span className="sr-only">{words.external}</span>
      <ExternalLink className="mb-0.5 inline size-3.5 print:hidden" aria-hidden />
    </a>
  )
}

/** The host that the words of a link name letter by letter, when they are nothing but an address. */
const hostOf = (text: string): string | null => {
  const words = text.trim()
  if (/\s/.test(words) || !words.includes('.')) return null
  try {
    const { host, username } = new URL(/^https?:/i.test(words) ? words : `http://${words}`)
    return username === '' && words.toLowerCase().includes(host) ? host : null
  } catch {
    return null
  }
}

type ImageProps = {
  src: string | undefined
  alt: string | undefined
  title: string | undefined
  imagePrefix: string
  words: MarkdownWords
}

/** An image of this site's files. One from elsewhere is never loaded: its words stand, and a click leads to it. */
export function MarkdownImage({ src, alt = '', title, imagePrefix, words }: ImageProps) {
  const isInLink = useContext(IsInLink)
  const path = safeFile(src, imagePrefix)
  if (path) return <img src={path} alt={alt} title={title} loading="lazy" decoding="async" />
  const address = isInLink ? null : safeLink(src)
  return (
    <span className="markdown-no-image">
      <ImageOff className="size-4 shrink-0" aria-hidden />
      <span>
        {words.blockedImage}
        {alt && ': '}
        {address ? (
          <MarkdownLink href={address} words={words} text="">
            {alt || address}
          </MarkdownLink>
        ) : (
          alt
        )}
      </span>
    </span>
  )
}
