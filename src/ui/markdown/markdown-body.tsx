import { Square, SquareCheck } from 'lucide-react'
import { useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block'
import { MarkdownImage, MarkdownLink } from './markdown-media'
import type { MarkdownProps } from './props'
import { getNodeText, remarkHeadings, remarkPlainHtml } from './remark-plugins'

const schemaFor = (idPrefix: string) => ({
  ...defaultSchema,
  clobberPrefix: idPrefix,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    tag => !['picture', 'source', 'summary', 'details'].includes(tag),
  ),
})

const makeComponents = ({ imagePrefix, labels, onCopied }: MarkdownProps): Components => ({
  a: ({ node, href, children }) => (
    <MarkdownLink href={href} labels={labels} text={getNodeText(node?.children ?? [])}>
      {children}
    </MarkdownLink>
  ),
  img: ({ src, alt, title }) => (
    <MarkdownImage
      src={typeof src === 'string' ? src : undefined}
      alt={alt}
      title={title}
      imagePrefix={imagePrefix}
      labels={labels}
    />
  ),
  pre: ({ node, children }) => (
    <CodeBlock node={node} labels={labels} onCopied={onCopied}>
      {children}
    </CodeBlock>
  ),
  input: ({ checked }) => {
    const Icon = checked ? SquareCheck : Square
    return (
      <>
        <Icon className="mr-1 mb-0.5 inline size-4" />
        <span className="sr-only">{checked ? labels.stepDone : labels.stepOpen}: </span>
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

/** `MarkdownLink` and `MarkdownImage` check addresses; the default transform would leave empty links. */
const keepUrl = (url: string) => url

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkPlainHtml, remarkHeadings]

/** Parser and renderer, loaded with the first Markdown text. */
export function MarkdownBody(props: MarkdownProps) {
  const { source, idPrefix, imagePrefix, labels, onCopied } = props
  const components = useMemo(
    () => makeComponents({ source, idPrefix, imagePrefix, labels, onCopied }),
    [source, idPrefix, imagePrefix, labels, onCopied],
  )
  const rehypePlugins = useMemo(
    () => [[rehypeSanitize, schemaFor(idPrefix)] as [typeof rehypeSanitize, typeof defaultSchema]],
    [idPrefix],
  )
  // Footnotes have no back links: they would be addresses of this page.
  const rehypeOptions = useMemo(
    () => ({ footnoteLabel: labels.footnotes, footnoteLabelTagName: 'h3', footnoteBackContent: '' }),
    [labels.footnotes],
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
