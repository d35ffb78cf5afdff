import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Written in the syntax of old browsers, which the minifier would modernize. */
const oldSyntax = 'src/boot/old-browser.ts'

/** One classic script from a module and what it imports. Throws if it would end its element. */
export async function bundleInlineScript(path: string, target: string | string[]): Promise<string> {
  const [result] = [
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target,
        minify: path !== oldSyntax,
        modulePreload: false,
        rollupOptions: { input: path, output: { format: 'iife' } },
      },
    }),
  ].flat()
  const code = result && 'output' in result ? result.output[0].code.trim() : ''
  if (!code || /<\/script/i.test(code)) throw new Error(`${path} can't be inlined into a page.`)
  return code
}

const place = /<script data-inline="([^"]+)"><\/script>/g

/** Puts the code of `<script data-inline="src/…">` into the page, in builds and in development. */
export function inlineScriptsPlugin(): Plugin {
  let target: string | string[] = []
  return {
    name: 'flagship:inline-scripts',
    configResolved: config => {
      target = config.build.target || []
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async html => {
        const paths = [...html.matchAll(place)].map(([, path = '']) => path)
        const codes = new Map<string, string>()
        for (const path of paths) codes.set(path, await bundleInlineScript(path, target))
        return html.replace(place, (_, path: string) => `<script>${codes.get(path)}</script>`)
      },
    },
  }
}
