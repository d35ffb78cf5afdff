import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBuild, checkDemoBuild } from './check-build'
import { compressBuild } from './compress-build'

describe('check build', () => {
  let dist: string

  beforeEach(async () => {
    dist = await mkdtemp(join(tmpdir(), 'build-'))
    await put('index.html', '<script type="module" src="/assets/index-1.js"></script>')
    await put('assets/index-1.js', 'console.log("the app")')
    await put('terminal.html', '<script type="module" src="/assets/terminal-1.js"></script>')
  })

  afterEach(() => rm(dist, { recursive: true }))

  async function put(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), text)
  }

  describe('H04 the content of a production build', () => {
    it('finds nothing in a clean one', async () => {
      expect(await checkBuild(dist)).toEqual([])
    })

    it('finds a vendor chunk that names an application chunk, because every release would invalidate it', async () => {
      await put('assets/vendor-BLQkVODF.js', 'import{r as e}from"./rolldown-runtime-XKyaHtl9.js"')
      expect(await checkBuild(dist)).toEqual([])
      await put('assets/vendor-BLQkVODF.js', 'import{r as e}from"./app-Dhxbxyyx.js"')
      expect(await checkBuild(dist)).toEqual([
        'assets/vendor-BLQkVODF.js names app-Dhxbxyyx.js, and so lasts for one release alone.',
      ])
    })

    it.each([
      ['mockServiceWorker.js', '', 'the worker'],
      ['assets/index-1.js.map', '{}', 'a source map'],
      ['assets/index-1.js.map.br', '', 'a source map'],
      ['.env.production', 'VITE_KEY=1', 'an environment file'],
      ['assets/fixtures-1.js', '', 'a fixture'],
      ['session.har', '{}', 'a recording'],
      ['assets/app.tsx', '', 'a source'],
      ['assets/a.js', 'console.error("[MSW] Warning")', 'msw'],
      ['assets/a.js', 'const s="@faker-js/faker"', 'faker'],
      ['assets/a.js', 'login("student","flagship-demo")', 'password'],
      ['assets/a.js', 'fetch("/__mock/flags")', 'controls'],
      ['assets/a.js', 'frame("/mock-bank/order")', 'the bank'],
      ['assets/mount-devtools-1.js', '', "the developers' panel"],
      ['assets/a.js', 'sessionStorage.getItem("flagship.devtools")', "the developers' panel"],
      ['assets/a.js', 'const api="http://localhost:4010"', 'an address of this computer'],
      ['assets/a.css', '/*# sourceMappingURL=a.css.map */', 'a link to a source map'],
      ['assets/a.js', 'const s="/mockServiceWorker.js"', 'msw'],
      ['terminal.html', '<script>run()</script>', 'inline code'],
      ['terminal.html', '<p style="color: red"></p>', 'inline code'],
      ['assets/a.js', 'node.innerHTML="&"+name+";"', 'writes HTML'],
      ['assets/vendor-BLQkVODF.js', 'tt.innerHTML=t', 'writes HTML'],
      ['assets/a.js', 'e.outerHTML+=`<p>`', 'writes HTML'],
      ['assets/a.js', 'e.insertAdjacentHTML("beforeend",t)', 'writes HTML'],
      ['assets/a.js', 'document.write(t)', 'writes HTML'],
      ['assets/a.js', 'frame.setAttribute("srcdoc",t)', 'writes HTML'],
      ['assets/a.js', '(0,j.jsx)("p",{dangerouslySetInnerHTML:{__html:t}})', 'writes HTML'],
    ])('finds %s with %s', async (name, text, finding) => {
      await put(name, text)
      expect((await checkBuild(dist)).join()).toContain(finding)
    })

    it.each([
      ['a comparison', 'assets/a.js', 'e.innerHTML===t'],
      ['a script element of React', 'assets/vendor-BLQkVODF.js', 'a.innerHTML=`<script><\\/script>`'],
      ['HTML of React', 'assets/vendor-BLQkVODF.js', 'a?.__html!==n&&(e.innerHTML=n)'],
      ['the name of an attribute', 'assets/a.js', 'span:J,srcDoc:null'],
    ])('allows %s', async (_, name, text) => {
      await put(name, text)
      expect(await checkBuild(dist)).toEqual([])
    })

    it.each(['query-devtools/build', 'router-devtools-core/dist'])(
      'finds the developer tools of TanStack in both builds: %s',
      async folder => {
        const source = `node_modules/@tanstack/${folder}`
        const scripts = (await readdir(source, { recursive: true })).filter(name => name.endsWith('.js'))
        const sources = await Promise.all(scripts.map(name => readFile(join(source, name), 'utf8')))
        expect(sources.join().length).toBeGreaterThan(10_000)
        await put('assets/a.js', sources.join('\n'))
        const finding = 'assets/a.js holds the developer tools of TanStack.'
        expect(await checkBuild(dist)).toContain(finding)
        expect(await checkDemoBuild(dist)).toContain(finding)
      },
    )

    it('finds an application script in the terminal document', async () => {
      await put('terminal.html', '<link rel="modulepreload" href="/assets/index-1.js">')
      expect((await checkBuild(dist)).join()).toContain('both load /assets/index-1.js')
    })

    it.each(['index.html', 'terminal.html'])('reports a folder without %s', async page => {
      await rm(join(dist, page))
      expect(await checkBuild(dist)).toHaveLength(1)
    })
  })
})

describe('compress build', () => {
  const script = 'console.log("the app")\n'.repeat(200)
  let dist: string

  beforeEach(async () => {
    dist = await mkdtemp(join(tmpdir(), 'compressed-'))
    await mkdir(join(dist, 'assets'))
  })

  afterEach(() => rm(dist, { recursive: true }))

  it('writes both encodings next to a file, identical at each run', async () => {
    const file = join(dist, 'assets/app-1.js')
    await writeFile(file, script)
    const total = await compressBuild(dist)
    const [br, gz] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
    expect(brotliDecompressSync(br).toString()).toBe(script)
    expect(gunzipSync(gz).toString()).toBe(script)
    expect(total).toEqual({ files: 1, identity: script.length, br: br.length, gzip: gz.length })
    // The four bytes of the time, and the operating system (RFC 1952, 2.3).
    expect([...gz.subarray(4, 8), gz[9]]).toEqual([0, 0, 0, 0, 255])
    await compressBuild(dist)
    expect([await readFile(`${file}.br`), await readFile(`${file}.gz`)]).toEqual([br, gz])
  })

  it.each([
    ['assets/font-1.woff2', script],
    ['assets/tiny-1.js', 'one()'],
    // A deployment replaces this file, and the compressed copy would be served instead.
    ['config.json', JSON.stringify({ text: script })],
  ])('does not compress %s', async (name, text) => {
    await writeFile(join(dist, name), text)
    await compressBuild(dist)
    const entries = await readdir(dist, { recursive: true, withFileTypes: true })
    expect(entries.filter(entry => entry.isFile()).map(entry => entry.name)).toEqual([name.split('/').at(-1)])
  })

  it('writes no copy that is larger than the file', async () => {
    await writeFile(join(dist, 'assets/noise-1.svg'), randomBytes(4000))
    expect(await compressBuild(dist)).toEqual({ files: 1, identity: 4000, br: 4000, gzip: 4000 })
    expect(await readdir(join(dist, 'assets'))).toEqual(['noise-1.svg'])
  })
})
