import type { Call } from '../shell'

interface Options {
  has(flag: string): boolean
  value(flag: string): string | undefined
  rest: string[]
}

interface OptionNames {
  /** Letters of options without a value. */
  flags?: string
  /** Letters of options with a value. */
  values?: string
  /** Long name → letter. */
  long?: Readonly<Record<string, string>>
}

/** Parses options like `getopt`; null after printing an error about an unknown one. */
export function readOptions(call: Call, { flags = '', values = '', long = {} }: OptionNames): Options | null {
  const given = new Map<string, string>()
  const rest: string[] = []
  const fail = (text: string) => {
    call.warn(`${text}\nTry '${call.name} --help' for more information.`)
    return null
  }
  const queue = [...call.args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      rest.push(...queue.splice(0))
    } else if (word.startsWith('--')) {
      const [name = '', attached] = word.slice(2).split(/=(.*)/s)
      const letter = long[name]
      if (!letter) return fail(`unrecognized option '${word}'`)
      given.set(letter, attached ?? (values.includes(letter) ? (queue.shift() ?? '') : ''))
    } else if (word.length > 1 && word.startsWith('-')) {
      for (let at = 1; at < word.length; at++) {
        const letter = word.charAt(at)
        if (flags.includes(letter)) given.set(letter, '')
        else if (values.includes(letter)) {
          const value = word.slice(at + 1) || queue.shift()
          if (value === undefined) return fail(`option requires an argument -- '${letter}'`)
          given.set(letter, value)
          break
        } else return fail(`invalid option -- '${letter}'`)
      }
    } else rest.push(word)
  }
  return { has: flag => given.has(flag), value: flag => given.get(flag), rest }
}
