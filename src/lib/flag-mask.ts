import { isInvisible } from './flag-characters'

const cover = '\u2022\u2022\u2022\u2022\u2022'
/** Shorter secrets would be told by their ends. */
const shortest = 6

const maskSecret = (secret: string): string => {
  const characters = Array.from(secret)
  const first = characters[0] ?? ''
  const last = characters.at(-1) ?? ''
  const isTold = characters.length < shortest || isInvisible(first) || isInvisible(last)
  return isTold ? cover : `${first}${cover}${last}`
}

/** A flag to be recognised by its owner and of no use to others: `flag{s•••••x}`; its length is not told either. */
export const maskFlag = (flag: string): string => {
  const text = flag.trim()
  const shaped = /^(?<prefix>[\w-]{1,16}\{)(?<secret>.*)\}$/s.exec(text)
  if (!shaped?.groups) return maskSecret(text)
  return `${shaped.groups.prefix}${maskSecret(shaped.groups.secret ?? '')}}`
}
