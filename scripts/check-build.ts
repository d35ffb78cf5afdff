import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Text that no build may contain, the demo included: the tools of the development server. */
const forbiddenEverywhere: [RegExp, string][] = [
  [/TanStack(Query|Router)Devtools|tsqd-/i, 'the developer tools of TanStack'],
]

/** File names that must not be in a production build, with what they mean (reliability case H04). */
const forbiddenNames: [RegExp, string][] = [
  [/mockServiceWorker/i, 'the worker of the simulated platform'],
  [/mount-devtools|start-observing|validate-worker/, "the developers' panel"],
  // Compressed copies included.
  [/\.map(\.|$)/, 'a source map'],
  [/(^|\/)\.env/, 'an environment file'],
  [/fixture|\.(test|spec)\.|\.(har|ndjson|tsx?)(\.|$)/i, 'a fixture, a recording or a source'],
]

const forbiddenText: [RegExp, string][] = [
  [/mockServiceWorker|\[MSW\]|\bmsw\b/, 'code of msw'],
  [/fakerjs|@faker-js|\bfaker\b/i, 'code of faker'],
  [/flagship-demo/, 'the password of the personas'],
  [/__mock\//, 'the controls of the simulated platform'],
  [/mock-bank/, 'the bank of the simulated platform'],
  [/data-devtools|flagship\.devtools/, "the developers' panel"],
  // With a port: libraries use `http://localhost` alone as a base URL where there is no window.
  [/(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):\d/, 'an address of this computer'],
  ...forbiddenEverywhere,
  [/sourceMappingURL=/, 'a link to a source map'],
]

/** What writes HTML. Trusted Types refuse it in the browser, so whatever needs it fails there. */
const htmlSink =
  /\.(?:innerHTML|outerHTML|srcdoc)\s*[+|?&]{0,2}=(?![=>])|\b(?:insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|document\.write(?:ln)?)\b|["'`]srcdoc["'`]\s*,|\b__html\s*:/i

/** Code of packages that writes HTML and never runs here. */
const harmlessSinks: { file: RegExp; code: RegExp }[] = [
  // React creates a script element; no component has one.
  { file: /^assets\/vendor-/, code: /\.innerHTML=([`"'])<script><\\\/script>\1/g },
  // React renders dangerouslySetInnerHTML; no component uses it, which `__html:` above would show.
  { file: /^assets\/vendor-/, code: /\.__html!==([\w$]+)&&\(?[\w$]+\.innerHTML=\1(?![\w$])/g },
  // The simulated platform, in the demo only: its request library reads XML, which no answer is.
  { file: /^assets\/browser-/, code: /parseFromString/g },
  // highlight.js colours an element; we take its tree.
  { file: /^assets\/highlighter-/, code: /\.innerHTML=[\w$]+\.value,[\w$]+\.dataset\.highlighted/g },
]

const findHtmlSink = (name: string, text: string): string[] => {
  const own = harmlessSinks.reduce(
    (rest, { file, code }) => (file.test(name) ? rest.replace(code, '') : rest),
    text,
  )
  const [sink] = (/\.(?:js|html)$/.test(name) && htmlSink.exec(own)) || []
  return sink === undefined ? [] : [`${name} holds code that writes HTML: ${sink}`]
}

/** The packages of the first load. The chunk names no other chunk, so its hash survives a release. */
const vendor = {
  file: /^assets\/vendor-[\w-]{8}\.js$/,
  named: /(?<=["'`/])(?!rolldown-runtime-)[\w.-]+-[\w-]{8}\.(?:js|css)\b/,
}

const pages = ['index.html', 'terminal.html']

/** Left over when pre-rendering failed. */
const manifest = '.vite/manifest.json'

const textFile = /\.(js|css|html|json|svg|txt|webmanifest)$/

const listFiles = async (dist: string): Promise<string[]> => {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** The demo may contain the simulated platform and our developer panel. @returns one sentence for each forbidden thing */
export async function checkDemoBuild(dist: string): Promise<string[]> {
  const files = (await listFiles(dist)).filter(file => textFile.test(file))
  const findings = files.map(async file => {
    const text = await readFile(file, 'utf8')
    const name = relative(dist, file)
    const found = forbiddenEverywhere.filter(([pattern]) => pattern.test(text))
    return [...found.map(([, meaning]) => `${name} holds ${meaning}.`), ...findHtmlSink(name, text)]
  })
  return (await Promise.all(findings)).flat()
}

/** @returns one sentence for each forbidden thing in the folder */
export async function checkBuild(dist: string): Promise<string[]> {
  const files = await listFiles(dist)
  const missing = pages.filter(page => !files.includes(join(dist, page)))
  if (missing.length > 0) return missing.map(page => `${dist} holds no ${page}.`)
  const findings = await Promise.all(
    files.map(async file => {
      const name = relative(dist, file)
      const byName = forbiddenNames.filter(([pattern]) => pattern.test(name))
      const text = textFile.test(name) ? await readFile(file, 'utf8') : ''
      const byText = forbiddenText.filter(([pattern]) => pattern.test(text))
      const [other] = (vendor.file.test(name) && vendor.named.exec(text)) || []
      const byRelease =
        other === undefined ? [] : [`${name} names ${other}, and so lasts for one release alone.`]
      const byMeaning = [...byName, ...byText].map(([, meaning]) => `${name} holds ${meaning}.`)
      return [...byMeaning, ...byRelease, ...findHtmlSink(name, text)]
    }),
  )
  const left = files.includes(join(dist, manifest)) ? [`${manifest} is no file of the site.`] : []
  return [...findings.flat(), ...left, ...(await sharedWithTerminal(dist))]
}

/**
 * Scripts that both documents load, and inline code of the terminal. Their policies differ (the terminal allows
 * inline styles), so neither document may depend on files of the other.
 */
async function sharedWithTerminal(dist: string): Promise<string[]> {
  const [app = '', terminal = ''] = await Promise.all(pages.map(page => readFile(join(dist, page), 'utf8')))
  const getScripts = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, address = '']) => address)
  const shared = getScripts(app).filter(address => getScripts(terminal).includes(address))
  return [
    ...shared.map(address => `terminal.html and index.html both load ${address}.`),
    ...(/<script(?![^>]*\bsrc=)|\bstyle=/i.test(terminal) ? ['terminal.html holds inline code.'] : []),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const dist = process.argv[2] ?? 'dist'
  const isDemo = dist === 'dist-demo'
  const findings = await (isDemo ? checkDemoBuild(dist) : checkBuild(dist))
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
  else if (isDemo) console.log('The demo holds no developer tools of TanStack and nothing that writes HTML.')
  else
    console.log(
      'The build holds nothing of the simulated platform, no address of this computer and nothing that writes HTML.',
    )
}
