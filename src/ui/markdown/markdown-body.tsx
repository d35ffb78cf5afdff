import './markdown.css'
import { ExternalLink, Square, SquareCheck } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block'
import type { MarkdownProps } from './markdown'
import { remarkPlainHtml } from './remark-plain-html'
import { safeImage, safeLink } from './safe-url'

const heading = (level: number) => `h${Math.min(level + 2, 6)}` as 'h3' | 'h4' | 'h5' | 'h6'

/** Headings of the text begin below those of the page: its first is an h3, and none is skipped on the way. */
const headings = (source: string): Pick<Components, 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'> => {
  const levels = [...source.matchAll(/^ {0,3}(#{1,6})(?=\s)/gm)].map(([, marks = '']) => marks.length)
  if (/^[^\n]+\n {0,3}=+ *$/m.test(source)) levels.push(1)
  if (/^[^\n]+\n {0,3}-+ *$/m.test(source)) levels.push(2)
  const used = [...new Set(levels)].sort((a, b) => a - b)
  const tagOf = (level: number) => heading(Math.max(1, used.indexOf(level) + 1))
  const make = (level: number) => {
    const Tag = tagOf(level)
    return ({ children, id }: ComponentProps<'h3'>) => <Tag id={id}>{children}</Tag>
  }
  return { h1: make(1), h2: make(2), h3: make(3), h4: make(4), h5: make(5), h6: make(6) }
}

const schemaFor = (idPrefix: string) => ({
  ...defaultSchema,
  clobberPrefix: idPrefix,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    tag => !['picture', 'source', 'summary', 'details'].includes(tag),
  ),
})

const makeComponents = ({ source, imagePrefix, words, onCopied }: MarkdownProps): Components => ({
  ...headings(source),
  a: ({ href, children }) => {
    const address = safeLink(href)
    if (!address) return <span>{children}</span>
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {children}
        <ExternalLink className="mb-0.5 ml-0.5 inline size-3.5" aria-hidden />
        <span className="sr-only"> {words.external}</span>
      </a>
    )
  },
  img: ({ src, alt, title }) => {
    const path = safeImage(src, imagePrefix)
    if (!path) return alt ? <span>{alt}</span> : null
    return <img src={path} alt={alt ?? ''} title={title} loading="lazy" decoding="async" />
  },
  pre: ({ node, children }) => (
    <CodeBlock node={node} words={words} onCopied={onCopied}>
      {children}
    </CodeBlock>
  ),
  input: ({ checked }) => {
    const Icon = checked ? SquareCheck : Square
    return (
      <>
        <Icon className="mr-1 mb-0.5 inline size-4" aria-hidden />
        <span className="sr-only">{checked ? words.stepDone : words.stepOpen}: </span>
      </>
    )
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own frame, also by keyboard.
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
})

/** The address is judged by `a` and `img` themselves; the default transform would leave an empty link behind. */
const keepUrl = (url: string) => url

/** Parser and renderer; loaded when the first Markdown is shown. */
export function MarkdownBody(props: MarkdownProps) {
  const { source, idPrefix, imagePrefix, words, onCopied } = props
  const components = useMemo(
    () => makeComponents({ source, idPrefix, imagePrefix, words, onCopied }),
    [source, idPrefix, imagePrefix, words, onCopied],
  )
  const rehypePlugins = useMemo(
    () => [[rehypeSanitize, schemaFor(idPrefix)] as [typeof rehypeSanitize, typeof defaultSchema]],
    [idPrefix],
  )
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, remarkPlainHtml]}
        rehypePlugins={rehypePlugins}
        components={components}
        urlTransform={keepUrl}
      >
        {source}
      </ReactMarkdown>
    </div>
  )
}
