import { load } from './install'

type Render = (source: string) => string
type Follow = (address: string) => string | null

/** One anchor's way with one kind of input, as its sources describe it at a commit; none of its code stands here. */
export interface Subject<Run> {
  name: string
  /** Repository, commit and file that were read. */
  from: string
  make: () => Promise<Run>
}

interface Marked {
  Marked: new () => { parse: (source: string) => string; setOptions: (options: object) => unknown }
}

interface Purify {
  default: (window: unknown) => { sanitize: (html: string) => string }
}

const parser = async (version: string): Promise<Render> => {
  const { Marked } = (await load(`marked@${version}`)) as unknown as Marked
  const marked = new Marked()
  marked.setOptions({ silent: true })
  return source => marked.parse(source)
}

export const markdownSubjects: readonly Subject<Render>[] = [
  {
    name: 'GZCTF: marked, put into the page as HTML',
    from: 'GZTimeWalker/GZCTF@0feaae7 MarkdownRenderer.tsx (its formulas and colours left out)',
    make: () => parser('14.0.0'),
  },
  {
    name: 'rCTF 1: snarkdown, made into elements by preact-markup',
    from: 'redpwn/rctf@4afbf04 markdown.js (judged as the HTML that it reads)',
    make: async () => {
      const { default: found } = await load('snarkdown@1.2.2')
      const convert = (
        typeof found === 'function' ? found : (found as { default: unknown }).default
      ) as Render
      return source => convert(source)
    },
  },
  {
    name: 'rCTF 2: marked, then DOMPurify by its defaults',
    from: 'otter-sec/rctf@394f215 markdown/index.ts and sanitize.ts (its own blocks left out)',
    make: async () => {
      const render = await parser('17.0.1')
      const { default: createPurify } = (await load('dompurify@3.3.0')) as unknown as Purify
      const purify = createPurify(globalThis.window)
      return source => purify.sanitize(render(source))
    },
  },
]

const origin = 'https://flagship.example'

export const redirectSubjects: readonly Subject<Follow>[] = [
  {
    name: 'GZCTF: whatever `from` says',
    from: 'GZTimeWalker/GZCTF@c9931bb pages/account/Login.tsx (its router may refuse some)',
    make: async () => address => address,
  },
  {
    name: 'rCTF 2: a slash, then the same origin and no double slash',
    from: 'otter-sec/rctf@388a48c utils/redirect.ts',
    make: async () => address => {
      if (!address.startsWith('/') || !URL.canParse(address, origin)) return '/'
      const url = new URL(address, origin)
      const path = url.href.slice(url.origin.length)
      return url.origin === origin && !path.startsWith('//') ? path : '/'
    },
  },
]

export const fileNameSubjects: readonly Subject<Follow>[] = [
  {
    name: 'rCTF 1: content-disposition, as its parser reads it',
    from: 'redpwn/rctf@014cf9b package.json',
    make: async () => {
      const found = await load('content-disposition@0.5.3')
      const { parse } = (found.default ?? found) as {
        parse: (header: string) => { parameters: { filename?: string } }
      }
      return header => parse(header).parameters.filename ?? null
    },
  },
]

/** What was read and cannot be run here, and why. */
export const notRun = [
  'GZCTF (219c60b ApiHelper.tsx) and rCTF 2 (388a48c utils/download.ts) have no function for a name that a server suggests: their own code names the files',
  'CTFd: is_safe_url (0ebdf0d, utils/validators) and its Markdown (cmarkgfm with raw HTML allowed, then lxml where it is switched on) are Python on a server',
  'pwn.college: CTFd’s Markdown through bleach with a list of 26 tags (dojo@01edd68), Python on a server; official dojos are not cleaned',
  'oxide console: renders no Markdown of users and offers no file names; `redirect_uri` is sent to the server’s own login (libs/api/nav-to-login.ts)',
]
