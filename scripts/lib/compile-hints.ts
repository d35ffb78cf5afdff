import type { Plugin } from 'vite'

/** A hint for V8, read on the first line only; other engines ignore it. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes browsers compile the named chunks eagerly in the background while they load. Without it V8 compiles each
 * function at its first call, on the main thread. Use it for chunks whose code mostly runs on the first page.
 */
export const compileHintsPlugin = (names: readonly string[]): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // After Vite has added its list of files to the first line.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !names.includes(chunk.name)) continue
        chunk.code = hint + chunk.code
        if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`
      }
    },
  },
})
