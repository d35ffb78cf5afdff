import { Square, SquareCheck } from 'lucide-react'
import { useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block'
import type { MarkdownProps } from './markdown'
import { MarkdownImage, MarkdownLink } from './markdown-media'
import { remarkHeadings } from './remark-headings'
import { remarkPlainHtml } from './remark-plain-html'
import { textOf } from './text-of'

const schemaFor = (idPrefix: string) => ({
  ...defaultSchema,
  clobberPrefix: idPrefix,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    tag => !['picture', 'source', 'summary', 'details'].includes(tag),
  ),
})

const makeComponents = ({ imagePrefix, words, onCopied }: MarkdownProps): Components => ({
  a: ({ node, href, children }) => (
    <MarkdownLink href={href} words={words} text={textOf(node?.children ?? [])}>
      {children}
    </MarkdownLink>
  ),
  img: ({ src, alt, title }) => (
    <MarkdownImage
      src={typeof src === 'string' ? src : undefined}
      alt={alt}
      title={title}
      imagePrefix={imagePrefix}
      words={words}
    />
  ),
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

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkPlainHtml, remarkHeadings]

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
  // Notes do not lead back and forth: their links would be addresses of this page.
  const rehypeOptions = useMemo(
    () => ({ footnoteLabel: words.footnotes, footnoteLabelTagName: 'h3', footnoteBackContent: '' }),
    [words.footnotes],
  )
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        remarkRehypeOptions={rehypeOptions}
        components={components}
        urlTransform={keepUrl}
      >
        {source}
      </ReactMarkdown>
    </div>
  )
}
