import { blockedAddresses, blockedImages, imageForms, linkForms, mixedPayloads } from './addresses'
import { hostileAddresses } from './hostile-addresses'
import type { Inputs } from './inputs'
import { markupPayloads } from './markup'
import { type Make, mutated, oneOf } from './mutate'

/** What the renderer says of its own, in words that no text of the tests has. */
export const markdownWords = {
  copyCode: 'copy code',
  copied: 'copied',
  external: 'opens in a new tab',
  blockedImage: 'image not loaded',
  footnotes: 'notes',
  plainNotice: 'shown as it is',
  stepDone: 'done',
  stepOpen: 'open',
}

const markup = mutated(markupPayloads)
const mixed = mutated(mixedPayloads)
const address = mutated([...blockedAddresses, ...blockedImages, ...hostileAddresses])

/** An address in one of the ways of Markdown to point at it. */
const pointed: Make<string> = random =>
  random.pick([...linkForms, ...imageForms])(address(random), random.int(0, 3))

/** What one text may stand in within another; some frames are never closed. */
const frames: readonly ((text: string) => string)[] = [
  text => `> ${text}`,
  text => `- ${text}`,
  text => `1. ${text}\n   ${text}`,
  text => `- [ ] ${text}`,
  text => `# ${text}`,
  text => `${text}\n===`,
  text => `**${text}**`,
  text => `~~${text}~~`,
  text => `[${text}](https://good.example)`,
  text => `[${text}]: ${text}`,
  text => `![${text}](/files/a.png "${text}")`,
  text => `| ${text} |\n|---|\n| ${text} |`,
  text => `<div>${text}</div>`,
  text => `<div>\n\n${text}\n\n</div>`,
  text => `[^1]: ${text}\n\n[^1]`,
  text => `[^${text}]\n\n[^${text}]: x`,
  text => `\`${text}\``,
  text => `\`\`\`html\n${text}`,
  text => `\`\`\`${text}\nx\n\`\`\``,
  text => `    ${text}`,
  text => `<!-- ${text}`,
  text => `<${text}>`,
  text => `&lt;${text}&gt;`,
  text => `\\${text}`,
]

const framed: Make<string> = random => {
  let text = oneOf([3, markup], [2, mixed], [3, pointed])(random)
  for (let left = random.int(1, 3); left > 0; left -= 1) text = random.pick(frames)(text)
  return text
}

const joined: Make<string> = random =>
  framed(random) + random.pick(['', ' ', '\n', '\n\n', '\r\n', '\u2028']) + framed(random)

/** Texts of tasks, write-ups, hints and legal pages. */
export const markdownInputs: Inputs<string> = {
  name: 'markdown',
  count: 400,
  make: oneOf([3, markup], [1, mixed], [2, pointed], [3, framed], [1, joined]),
}
