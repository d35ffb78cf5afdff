import type { BreakGroup } from '../break'

const body = 'src/ui/markdown/markdown-body.tsx'
const media = 'src/ui/markdown/markdown-media.tsx'
const seen = ['src/ui/markdown/xss.test.tsx', 'src/ui/markdown/markdown.test.tsx']

/** The renderer of foreign Markdown. */
export const markdownBreaks: BreakGroup = {
  part: 'markdown',
  breaks: [
    {
      name: 'the text is written into the page as HTML',
      file: body,
      find: '    <div className="markdown">\n      <ReactMarkdown',
      replace:
        '    <div className="markdown">\n      <div dangerouslySetInnerHTML={{ __html: source }} />\n      <ReactMarkdown',
      tests: seen,
    },
    {
      name: 'raw HTML is dropped, with the words in it',
      file: body,
      find: '[remarkGfm, remarkPlainHtml, remarkHeadings]',
      replace: '[remarkGfm, remarkHeadings]',
      tests: seen,
    },
    {
      name: 'the tree is not cleaned',
      file: body,
      find: 'rehypePlugins={rehypePlugins}',
      replace: 'rehypePlugins={rehypePlugins.slice(1)}',
      tests: seen,
    },
    {
      name: 'ids of the text are ids of the page',
      file: body,
      find: 'clobberPrefix: idPrefix',
      replace: "clobberPrefix: ''",
      tests: seen,
    },
    {
      name: 'links of javascript: and data: are followed',
      file: media,
      find: 'const address = safeLink(href)',
      replace: 'const address = href && URL.canParse(href) ? href : null',
      tests: seen,
    },
    {
      name: 'a link tells where from, and lets the other page lead this one away',
      file: media,
      find: ' rel="noopener noreferrer nofollow"',
      replace: ' rel="nofollow"',
      tests: seen,
    },
    {
      name: 'a link without rel',
      file: media,
      find: ' rel="noopener noreferrer nofollow"',
      replace: '',
      tests: seen,
    },
    {
      name: 'a link hides the host that it leads to',
      file: media,
      find: '{hostOf(text) !== host && (',
      replace: "{hostOf(text) === '' && (",
      tests: seen,
    },
    {
      name: 'images are loaded from anywhere',
      file: media,
      find: 'const path = safeFile(src, imagePrefix)',
      replace: 'const path = src',
      tests: seen,
    },
    {
      name: 'images are loaded from /api',
      file: media,
      find: 'const path = safeFile(src, imagePrefix)',
      replace: "const path = safeFile(src, '/')",
      tests: seen,
    },
    {
      name: 'a text of any size is parsed',
      file: 'src/ui/markdown/markdown-limits.ts',
      find: 'bytes: 200_000',
      replace: 'bytes: 20_000_000',
      tests: ['src/ui/markdown/markdown.test.tsx'],
    },
    {
      name: 'what breaks the parser breaks the page',
      file: 'src/ui/markdown/markdown.tsx',
      find: '<Guard key={props.source} fallback={plain}>',
      replace: '<Guard key={props.source} fallback={null}>',
      tests: ['src/ui/markdown/markdown.test.tsx'],
    },
  ],
}
