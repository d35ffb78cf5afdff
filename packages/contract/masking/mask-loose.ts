import { isObject, parseJson } from '../json'

type Masks = {
  readonly json: (value: unknown) => unknown
  readonly text: (text: string) => string
  readonly hide: (secret: string, name: string) => string
  readonly isSecretName: (name: string) => boolean
}

/**
 * A text that holds values by name without being one JSON value: JSON inside of JSON, a JSON value a line, events, JSON
 * that was cut off, XML, `password: x`.
 */
export function maskLoose(text: string, masks: Masks): string {
  const whole = readStructure(text)
  if (whole !== undefined) return JSON.stringify(masks.json(whole))
  if (!/["=:<]/.test(text)) return masks.text(text)
  return masks.text(
    text
      .split('\n')
      .map(line => maskLine(line, masks))
      .join('\n'),
  )
}

/** An object, a list, or a text that holds one. */
function readStructure(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  const value = parseJson(text)
  if (typeof value === 'string') return readStructure(value) === undefined ? undefined : value
  return isObject(value) || Array.isArray(value) ? value : undefined
}

function maskLine(line: string, masks: Masks): string {
  const [, start = '', rest = ''] = /^(\s*(?:data:\s*)?)(.*)$/s.exec(line) ?? []
  const value = readStructure(rest)
  if (value !== undefined) return start + JSON.stringify(masks.json(value))
  const { isSecretName, hide } = masks
  const hidden = (name: string, before: string, secret: string, all: string) =>
    isSecretName(name) && secret !== '' ? before + hide(secret, name) : all
  return (
    line
      .replaceAll(
        /((?<!\\)\\*"([^"\\]{1,60})\\*"\s*:\s*\\*")((?:[^"\\]|\\[^"])*)/g,
        (all, before, name, secret) => hidden(name, before, secret, all),
      )
      .replaceAll(/((?<!\\)\\*"([^"\\]{1,60})\\*"\s*:\s*)(-?\d[\d.]*)/g, (all, before, name, secret) =>
        hidden(name, before, secret, all),
      )
      .replaceAll(/(<(?:[\w-]+:)?([\w.-]{1,60})(?:\s[^<>]*)?>)([^<]+)/g, (all, before, name, secret) =>
        hidden(name, before, secret, all),
      )
      // Not after a double quote, which the lines above have seen.
      .replaceAll(
        /((?<![\p{L}\d_"\\])([\p{L}_][\p{L}\d_.-]{0,40})'?\s*[:=]\s*(["']))((?:(?!\3).)+)/gu,
        (all, before, name, _quote, secret) => hidden(name, before, secret, all),
      )
      .replaceAll(
        /((?<![\p{L}\d_])([\p{L}_][\p{L}\d_.-]{0,40})\s*[:=]\s*)(?!\/\/)([^\s"'<>&,;{}[\]⟦⟧]+)/gu,
        (all, before, name, secret) => hidden(name, before, secret, all),
      )
  )
}
