import { describe, expect, it } from 'vitest'
import { compress } from '../preview/static-files'
import {
  findModules,
  getStylesheet,
  makeSizesDiffer,
  type PageParts,
  readyCss,
  refuse,
  takeFonts,
  writePage,
} from './write-page'

const template = `<!doctype html>
<html lang="ru">
  <head>
    <title>App</title>
    <script>theme()</script>
    <script type="module" crossorigin src="/assets/app-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/app-1.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`

const parts: PageParts = {
  language: 'en',
  path: '/login',
  title: 'A & "B"',
  description: '<b>',
  body: '<main>$& </main>',
  noscript: '<noscript>no</noscript>',
  css: 'a{}',
  fontCss: '/assets/fonts-1.css',
  modules: ['/assets/login.js'],
  modulesByRoute: {},
}

describe('a pre-rendered page', () => {
  it('has its texts, styles and preloads, and no render-blocking stylesheet', () => {
    const page = writePage(template, parts)
    for (const part of [
      '<html lang="en" data-page="/login">',
      '<title>A &amp; &quot;B&quot;</title>',
      '<meta name="description" content="&lt;b&gt;" />',
      '<meta property="og:description" content="&lt;b&gt;" />',
      '<meta property="og:image" content="/icons/share.png" />',
      '<style>a{}</style>',
      '<link rel="stylesheet" href="/assets/app-1.css" disabled>',
      '<link rel="modulepreload" crossorigin href="/assets/login.js">',
      '<noscript>no</noscript><div id="root"><main>$& </main></div>\n',
      '<link rel="stylesheet" href="/assets/fonts-1.css">\n  </body>',
    ])
      expect(page).toContain(part)
    expect(page.match(/rel="stylesheet"/g)).toHaveLength(2)
    expect(writePage(template, { ...parts, path: null })).toContain('<html lang="en">')
    expect(page).not.toContain('page-modules')
  })

  it('names the modules of other pages as data, before the script that preloads them', () => {
    const modulesByRoute = { '/group/$groupId': ['/assets/group.js'] }
    expect(writePage(template, { ...parts, path: null, modulesByRoute })).toContain(
      `<script type="application/json" id="page-modules">${JSON.stringify(modulesByRoute)}</script>\n    <script>theme()`,
    )
  })

  it.each([
    ['<p style="color:red">', 'a style attribute'],
    ['<style>a{}</style>', 'a style element'],
    ['<script>go()</script>', 'a script'],
    ['<b onclick="go()">', 'a handler'],
  ])('is rejected with %s', (body, what) => {
    expect(() => refuse('/login', body)).toThrow(`/login renders ${what}`)
    expect(() => writePage(template, { ...parts, body })).toThrow('which the content policy refuses')
  })

  it('may contain forbidden code as text', () => {
    expect(() => refuse('/login', '<p>style = "x", &lt;script&gt;</p>')).not.toThrow()
  })

  it('is rejected when the built page lacks a slot', () => {
    expect(() => writePage(template.replace('id="root"', 'id="app"'), parts)).toThrow('no place for')
    expect(() => getStylesheet('<head></head>')).toThrow('not one stylesheet')
  })
})

describe('the stylesheet inside a page', () => {
  it('refers to its files by absolute paths', () => {
    expect(readyCss('a{b:url(./f-1.woff2)}c{d:url("g.svg")}e{f:url(/assets/h.svg)}')).toBe(
      'a{b:url(/assets/f-1.woff2)}c{d:url("/assets/g.svg")}e{f:url(/assets/h.svg)}',
    )
  })

  it.each(['a{b:url(../x/f.woff2)}', 'a{b:url(https://other.example/f.woff2)}', 'a{content:"</style>"}'])(
    'is refused as %s',
    css => {
      expect(() => readyCss(css)).toThrow('The stylesheet')
    },
  )

  it('leaves fonts to a file, because an inline font would send the page URL as Referer', () => {
    const faces = ['@font-face{src:url(/assets/f.woff2)}', '@font-face {src: url("/assets/g.woff2")}']
    const ofSystem = '@font-face{src:local("Arial")}'
    expect(takeFonts(`a{}${faces[0]}b{}${faces[1]}${ofSystem}`)).toEqual({
      css: `a{}b{}${ofSystem}`,
      fonts: faces.join(''),
    })
    expect(() => takeFonts(ofSystem)).toThrow('names no fonts')
  })
})

describe('the preloads of a page', () => {
  const manifest = {
    'src/i18n/locales/en/auth.json': { file: 'assets/auth.js' },
    'src/routes/_guest/reset.tsx?tsr-split=component': {
      file: 'assets/reset.js',
      imports: ['_shared.js', '_app.js'],
    },
    'src/routes/_protected/group.$id.index.tsx?tsr-split=component': { file: 'assets/group.js' },
    'src/routes/_protected/group.$id.index.tsx?tsr-split=loader': { file: 'assets/loader.js' },
    'src/routes/_protected/group.$id.task.tsx?tsr-split=component': { file: 'assets/task.js' },
    '_shared.js': { file: 'assets/shared.js', imports: ['_app.js'] },
    '_login-page.js': { file: 'assets/login-page.js', name: 'login-page' },
    '_app.js': { file: 'assets/app-1.js' },
  }
  const find = (route: string, namespaces = ['auth'], from: Parameters<typeof findModules>[0] = manifest) =>
    findModules(from, template, { routes: ['__root__', route], namespaces, language: 'en' })

  it('are the code of its route, its imports and its messages, without those that the document names', () => {
    expect(find('/_guest/reset')).toEqual(['/assets/auth.js', '/assets/reset.js', '/assets/shared.js'])
    expect(find('/_guest/login')).toEqual(['/assets/auth.js', '/assets/login-page.js'])
    expect(find('/_protected/group/$id/', [])).toEqual(['/assets/group.js'])
  })

  it('are never dropped silently', () => {
    expect(() => find('/_guest/reset', ['gone'])).toThrow('no file for src/i18n/locales/en/gone.json')
    const { '_login-page.js': _, ...without } = manifest
    expect(() => find('/_guest/login', ['auth'], without)).toThrow('no file for the code of /_guest/login')
  })
})

it('the languages of a page never have the same size, because servers derive ETags from it', async () => {
  const page = 'x'.repeat(400)
  const files = new Map([
    ['index.html', page],
    ['en/index.html', page.replaceAll('x', 'y')],
    ['order/ok/index.html', page],
  ])
  const result = await makeSizesDiffer(files, file => `en/${file}`)
  expect([...result.keys()]).toEqual([...files.keys()])
  for (const coding of ['identity', 'gzip', 'br'] as const) {
    const [ru, en] = await Promise.all(
      ['index.html', 'en/index.html'].map(async name => {
        const text = result.get(name) ?? ''
        return (await compress(Buffer.from(text), coding, 11)).length
      }),
    )
    expect([coding, ru]).not.toEqual([coding, en])
  }
})
