import { compress } from '../preview/compress'

const codings = ['identity', 'gzip', 'br'] as const

const sizesOf = (html: string): Promise<number[]> =>
  Promise.all(codings.map(async coding => (await compress(Buffer.from(html), coding, 11)).length))

/**
 * nginx derives ETags from time and size. The languages of a page share URL and time, so two of them must never
 * have the same size in any encoding; one of them gets a blank line.
 *
 * @param files pages by their path
 * @param otherOf the path of the same page in the other language
 */
export async function makeSizesDiffer(
  files: ReadonlyMap<string, string>,
  otherOf: (file: string) => string,
): Promise<Map<string, string>> {
  const result = new Map(files)
  for (const [file, html] of files) {
    const other = otherOf(file)
    let text = files.get(other)
    if (text === undefined) continue
    const sizes = await sizesOf(html)
    while ((await sizesOf(text)).some((size, index) => size === sizes[index])) text += '\n'
    result.set(other, text)
  }
  return result
}
