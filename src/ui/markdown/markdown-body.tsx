import { ExternalLink, ImageOff, Square, SquareCheck } from 'lucide-react'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import {
  createContext,
  createElement,
  Fragment,
  memo,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import { clock } from '../../lib/clock'
import { runWhenIdle } from '../../lib/run-when-idle'
import { safeFile, safeLink } from '../../lib/safe-url'
import { CopyButton } from '../copy-button'
import { characterEntities } from './character-entities'
import { prepareMarkdown } from './markdown-cost'
import type { MarkdownBodyProps, MarkdownProps } from './markdown-source'
import type { SplitMarkdown } from './split-markdown'

type Element = NonNullable<ExtraProps['node']>
/** A node of the Markdown tree or of the highlighter's tree. */
type TreeNode = Element['children'][number] | { type: 'doctype' }

const getNodeText = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(node => (node.type === 'text' ? node.value : 'children' in node ? getNodeText(node.children) : ''))
    .join('')

interface Node {
  type: string
  depth?: number
  value?: unknown
  url?: unknown
  children?: Node[]
  data?: { hName: string }
}

/** The page uses h1 and h2; HTML ends at h6. */
const [FIRST_LEVEL, LAST_LEVEL] = [3, 6]

const findHeadings = (tree: Node): (Node & { depth: number })[] => {
  const found: (Node & { depth: number })[] = []
  const open = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    const { depth } = node
    if (node.type === 'heading' && depth !== undefined) found.push(node as Node & { depth: number })
    open.push(...[...(node.children ?? [])].reverse())
  }
  return found
}

type Extensions = Partial<Record<'micromarkExtensions' | 'fromMarkdownExtensions', unknown[]>>

/** Tables, strikethrough, task lists, footnotes and bare links. The package remark-gfm also brings what writes Markdown. */
function remarkGfm(this: { data: () => object }) {
  const data: Extensions = this.data()
  data.micromarkExtensions = [gfm()]
  data.fromMarkdownExtensions = [gfmFromMarkdown()]
}

/**
 * Shifts headings below those of the page: they start at h3 and skip no level. `levels` are those of the whole text, for a
 * part of it.
 */
const remarkHeadings = (levels: readonly number[]) => (tree: Node) => {
  const headings = findHeadings(tree)
  const used = [...new Set([...levels, ...headings.map(({ depth }) => depth)])].sort((a, b) => a - b)
  let previous = levels.length > 0 ? LAST_LEVEL : FIRST_LEVEL - 1
  for (const heading of headings) {
    heading.depth = Math.min(FIRST_LEVEL + used.indexOf(heading.depth), previous + 1, LAST_LEVEL)
    previous = heading.depth
  }
}

/** Checked without recursion, because a deep tree would overflow the stack. */
const MAX_DEPTH = 100

const LINE_BREAKS = /^(?:<br\s*\/?>\s*)+$/i
const TAG = /^<(\/?)(code|kbd|sub|sup)>$/i

/** The few tags that imported tasks need, without attributes: a pair around other content becomes an element. */
const pairTags = (nodes: readonly Node[]): Node[] => {
  const paired: Node[] = []
  const openTags = new Map<string, { at: number; node: Node }[]>()
  for (const node of nodes) {
    const [, slash, name = ''] = (node.type === 'html' && TAG.exec(String(node.value))) || []
    const hName = name.toLowerCase()
    const starts = openTags.get(hName) ?? []
    openTags.set(hName, starts)
    // One inside of a pair that has ended stays text.
    for (let last = starts.at(-1); last && paired[last.at] !== last.node; last = starts.at(-1)) starts.pop()
    const start = slash === '/' ? starts.pop() : undefined
    if (start) {
      const [, ...children] = paired.splice(start.at)
      paired.push({ type: 'emphasis', data: { hName }, children })
    } else {
      if (slash === '') starts.push({ at: paired.length, node })
      paired.push(node)
    }
  }
  return paired
}

/** Tags around whole blocks, which only lay them out, and comments for authors. Attributes and nested tags stay visible. */
const COMMENT = /^<!--[^<>]*-->$/
const LAYOUT = /<\/?(?:center|details|div|p|summary)>|<!--[^<>]*-->/gi

const formatReference = (whole: string, decimal?: string, hex?: string, name = ''): string => {
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16)
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  return Object.hasOwn(characterEntities, name) ? (characterEntities[name] ?? whole) : whole
}

/** A block of HTML that only lays out its text becomes a paragraph, any other one is shown as it is. */
const toText = (source: string, isBlock: boolean): Partial<Node> => {
  if (!isBlock) return { type: 'text', value: COMMENT.test(source) ? '' : source }
  const text = source.replace(LAYOUT, ' ').trim()
  if (/[<>]/.test(text)) return { type: 'text', value: source }
  const value = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,31}));/gi, formatReference)
  return { type: 'paragraph', children: value ? [{ type: 'text', value }] : [] }
}

const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** Turns raw HTML into plain text, except for line breaks, pairs of some tags, and what only lays out a block. */
const remarkPlainHtml = () => (tree: Node) => {
  const open = [{ node: tree, depth: 0, isBlock: false }]
  for (let current = open.pop(); current; current = open.pop()) {
    const { node, depth, isBlock } = current
    if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deeply.')
    if (node.type === 'html') {
      const source = String(node.value)
      if (LINE_BREAKS.test(source)) node.type = 'break'
      else Object.assign(node, toText(source, isBlock))
    }
    // A bare address is taken as it is written; imported tasks have its “&” escaped.
    const [label] = node.children ?? []
    if (node.type === 'link' && label && label.value === node.url) {
      node.url = String(node.url).replaceAll('&amp;', '&')
      label.value = node.url
    }
    if (node.children) node.children = pairTags(node.children)
    const hasBlocks = BLOCKS.has(node.type)
    for (const child of node.children ?? []) open.push({ node: child, depth: depth + 1, isBlock: hasBlocks })
  }
}

const schemaFor = (idPrefix: string) => ({
  ...defaultSchema,
  clobberPrefix: idPrefix,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    tag => !['picture', 'source', 'summary', 'details'].includes(tag),
  ),
})

type Settings = Pick<MarkdownProps, 'imagePrefix' | 'labels'>

const SettingsContext = createContext<Settings | null>(null)

const useSettings = () => useContext(SettingsContext) as Settings

/**
 * The same for every text and language. Others after a change of language would be mounted anew, and React can't insert them
 * before a text that the browser's translator has replaced.
 */
const components: Components = {
  a: ({ node, href, children }) => (
    <MarkdownLink href={href} text={getNodeText(node?.children ?? [])}>
      {children}
    </MarkdownLink>
  ),
  img: ({ src, alt, title }) => (
    <MarkdownImage src={typeof src === 'string' ? src : undefined} alt={alt} title={title} />
  ),
  code: ({ className, children }) => (
    <code translate="no" className={className}>
      {children}
    </code>
  ),
  pre: ({ node, children }) => <CodeBlock node={node}>{children}</CodeBlock>,
  input: ({ checked }) => <Step isDone={checked === true} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own frame, also by keyboard.
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

/** The checkbox of a task list. */
function Step({ isDone }: { isDone: boolean }) {
  const { labels } = useSettings()
  const Icon = isDone ? SquareCheck : Square
  return (
    <>
      <Icon className="mr-1 mb-0.5 inline size-4" />
      <span className="sr-only">{`${isDone ? labels.stepDone : labels.stepOpen}: `}</span>
    </>
  )
}

/** `MarkdownLink` and `MarkdownImage` check addresses; the default transform would leave empty links. */
const keepUrl = (url: string) => url

const Part = memo(ReactMarkdown)

/** Parser and renderer, loaded with the first Markdown text. */
export function MarkdownBody({ plain, ...props }: MarkdownBodyProps) {
  const { source } = props
  const prepared = useMemo(() => prepareMarkdown(source), [source])
  return prepared ? <ParsedMarkdown {...props} {...prepared} /> : plain
}

/** The first part of a long text is rendered first. */
function ParsedMarkdown({ parts, levels, ...props }: MarkdownProps & SplitMarkdown) {
  const { idPrefix, imagePrefix, labels } = props
  const shown = useDeferredValue(parts, parts.slice(0, 1))
  const settings = useMemo(() => ({ imagePrefix, labels }), [imagePrefix, labels])
  const remarkPlugins = useMemo(
    (): Options['remarkPlugins'] => [remarkGfm, remarkPlainHtml, [remarkHeadings, levels]],
    [levels],
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
    <SettingsContext value={settings}>
      <div className="markdown">
        {shown.map((part, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
            key={index}
            remarkPlugins={remarkPlugins}
            rehypePlugins={rehypePlugins}
            remarkRehypeOptions={rehypeOptions}
            components={components}
            urlTransform={keepUrl}
          >
            {part}
          </Part>
        ))}
      </div>
    </SettingsContext>
  )
}

type CodeBlockProps = {
  node?: Element | undefined
  children: ReactNode
}

/** Characters; highlighting longer code would block the page. */
const MAX_HIGHLIGHTED_LENGTH = 20_000

const getLanguage = (node: Element | undefined): string | null => {
  const code = node?.children.find(child => child.type === 'element' && child.tagName === 'code')
  const classes = code?.type === 'element' ? code.properties.className : undefined
  const found = Array.isArray(classes)
    ? classes.map(String).find(name => name.startsWith('language-'))
    : undefined
  return found?.slice('language-'.length).toLowerCase() ?? null
}

/** The highlighter's tree as React spans with classes. */
const toReact = (nodes: readonly TreeNode[]): ReactNode =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { className } = node.properties
    const names = Array.isArray(className) ? className.join(' ') : undefined
    return createElement('span', { key: index, className: names }, toReact(node.children))
  })

/** Code with a copy button, focusable for scrolling, highlighted when its language is known. */
function CodeBlock({ node, children }: CodeBlockProps) {
  const { labels } = useSettings()
  const text = getNodeText(node?.children ?? []).replace(/\n$/, '')
  const highlighted = useHighlighting(text, getLanguage(node))
  return (
    <div className="markdown-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls. */}
      <pre tabIndex={0}>{highlighted ? <code translate="no">{highlighted}</code> : children}</pre>
      <div className="markdown-copy">
        <CopyButton text={text} label={labels.copyCode} copiedLabel={labels.copied} isIconOnly />
      </div>
    </div>
  )
}

let isHighlighterLoaded = false

const useHighlighting = (text: string, language: string | null): ReactNode => {
  const [coloured, setColoured] = useState<{ key: string; content: ReactNode } | null>(null)
  const key = `${language}\n${text}`
  useEffect(() => {
    if (!language || text.length > MAX_HIGHLIGHTED_LENGTH) return
    let isCurrent = true
    const colour = async () => {
      const { highlight } = await import('./highlighter')
      isHighlighterLoaded = true
      const nodes = await highlight(language, text)
      if (isCurrent && nodes) setColoured({ key, content: <Fragment>{toReact(nodes)}</Fragment> })
    }
    // Highlighting is optional: on a failure the plain code stays.
    const run = () => void colour().catch(() => undefined)
    const stop = isHighlighterLoaded ? clock.after(0, run) : runWhenIdle(run)
    return () => {
      isCurrent = false
      stop()
    }
  }, [key, language, text])
  return coloured?.key === key ? coloured.content : null
}

/** Links cannot be nested: a blocked image inside a link gets no link of its own. */
const IsInLink = createContext(false)

type LinkProps = { href: string | undefined; children: ReactNode; text: string }

/** An external http(s) link with its host, opened in a new tab. Any other address is plain text. */
function MarkdownLink({ href, children, text }: LinkProps) {
  const { labels } = useSettings()
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
          <span translate="no" className="markdown-host">{`(${host})`}</span>
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
    const { host, username, password } = new URL(/^https?:/i.test(address) ? address : `http://${address}`)
    return username + password === '' && address.toLowerCase().includes(host) ? host : null
  } catch {
    return null
  }
}

type ImageProps = {
  src: string | undefined
  alt: string | undefined
  title: string | undefined
}

/** An image from this site's files. A foreign image is never loaded: its alt text links to it instead. */
function MarkdownImage({ src, alt = '', title }: ImageProps) {
  const { imagePrefix, labels } = useSettings()
  const isInLink = useContext(IsInLink)
  const path = safeFile(src, imagePrefix)
  if (path) return <img src={path} alt={alt} title={title} loading="lazy" decoding="async" />
  const address = isInLink ? null : safeLink(src)
  const notice = alt ? `${labels.blockedImage}: ` : labels.blockedImage
  return (
    <span className="markdown-no-image">
      <ImageOff className="size-4 shrink-0" />
      <span>
        {address ? (
          <>
            <span>{notice}</span>
            <MarkdownLink href={address} text="">
              {alt || address}
            </MarkdownLink>
          </>
        ) : (
          `${notice}${alt}`
        )}
      </span>
    </span>
  )
}
