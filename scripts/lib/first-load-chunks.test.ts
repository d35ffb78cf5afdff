import { expect, it } from 'vitest'
import { compileHintsPlugin } from './first-load-chunks'

it('puts the hint on the first line of the named chunks only, and shifts their source maps by a line', () => {
  const chunk = (name: string) => ({ type: 'chunk', name, code: 'go()', map: { mappings: 'AAAA' } })
  const bundle = { a: chunk('app'), b: chunk('popups'), c: { type: 'asset', name: 'app' } }
  const { generateBundle } = compileHintsPlugin(['app']) as unknown as {
    generateBundle: { handler: (options: object, bundle: object) => void }
  }
  generateBundle.handler({}, bundle)
  expect(bundle.a).toMatchObject({ code: '//# allFunctionsCalledOnLoad\ngo()', map: { mappings: ';AAAA' } })
  expect(bundle.b).toEqual(chunk('popups'))
})
