import type { Plugin } from 'vite'

/** Of V8, read at the top of a file alone; all other engines take it for a comment. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Lets browsers compile the named chunks whole, beside the page, while they come: otherwise V8 does that function by
 * function at their first call, and the page waits. For chunks of which a first page runs the most.
 */
export const compileHintsPlugin = (names: readonly string[]): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // After Vite has put its own list of files before the first line.
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
