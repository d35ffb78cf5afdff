import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { MemberPage, RenderedPage } from '../src/prerender'
import {
  findModules,
  getStylesheet,
  type Manifest,
  makeSizesDiffer,
  readyCss,
  takeFonts,
  writePage,
} from './prerender/write-page'

const root = join(import.meta.dirname, '..')

const languages = ['ru', 'en'] as const
type Language = (typeof languages)[number]

/** Payment result pages, which banks frame; they stay as Vite built them. */
const barePages = ['order/ok', 'order/fail']

/** The output path: the page's own path in Russian, a language folder otherwise. */
const getFile = (path: string, language: Language): string =>
  join(language === 'ru' ? '' : language, path, 'index.html')

/** Builds the renderer for Node into a folder. */
async function buildRenderer(folder: string): Promise<string> {
  await build({
    root,
    mode: 'production',
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rollupOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
  })
  return pathToFileURL(join(folder, 'prerender.mjs')).href
}

interface Rendered extends RenderedPage {
  language: Language
  address: string
  isWhole: boolean
}

async function renderAll(): Promise<{ pages: Rendered[]; memberPages: MemberPage[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-'))
  try {
    const renderer: typeof import('../src/prerender') = await import(await buildRenderer(folder))
    const { prerenderedPages, shellPages, renderPage, renderShell } = renderer
    const pages: Rendered[] = []
    // One after the other: i18next holds one language at a time.
    for (const language of languages) {
      for (const address of prerenderedPages)
        pages.push({ ...(await renderPage(address, language)), language, address, isWhole: true })
      for (const address of shellPages)
        pages.push({ ...(await renderShell(address, language)), language, address, isWhole: false })
      pages.push({ ...(await renderShell(null, language)), language, address: '/', isWhole: false })
    }
    return { pages, memberPages: renderer.getMemberPages() }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Renders the public pages of a production build in every language, and deletes the manifest. The output depends
 * only on the sources.
 *
 * @param dist what `vite build --manifest` has left
 * @returns paths of the written files, below `dist`
 */
export async function prerender(dist: string): Promise<string[]> {
  const template = await readFile(join(dist, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const { css, fonts } = takeFonts(readyCss(await readFile(join(dist, getStylesheet(template)), 'utf8')))
  const fontCss = `/assets/fonts-${createHash('sha256').update(fonts).digest('base64url').slice(0, 8)}.css`
  await writeFile(join(dist, fontCss), fonts)
  const files = new Map<string, string>(barePages.map(path => [getFile(path, 'ru'), template]))
  const { pages, memberPages } = await renderAll()
  for (const page of pages) {
    const { language, address, isWhole } = page
    // Members open their pages in the layout that has no page of its own.
    const preloaded = address === '/' ? memberPages : []
    const html = writePage(template, {
      ...page,
      path: isWhole ? address : null,
      css,
      fontCss,
      modules: findModules(manifest, template, page),
      modulesByRoute: Object.fromEntries(
        preloaded.map(({ path, ...needs }) => [
          path,
          findModules(manifest, template, { ...needs, language }),
        ]),
      ),
    })
    files.set(getFile(address, language), html)
  }
  for (const [file, html] of await makeSizesDiffer(files, file => join('en', file))) {
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await writeFile(join(dist, file), html)
  }
  await rm(join(dist, '.vite'), { recursive: true })
  return [...files.keys()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = await prerender(resolve(process.argv[2] ?? 'dist'))
  console.log(`${files.length} pages are rendered ahead.`)
}
