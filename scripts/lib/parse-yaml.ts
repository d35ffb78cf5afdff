import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { readPlainYaml } from './plain-yaml'

/** The value in a YAML text; throws the YAMLParseError of the package `yaml`, which is loaded only for unusual texts. */
export function parseYaml(text: string): unknown {
  const plain = readPlainYaml(text)
  if (plain) return plain.value
  const { parse }: typeof Yaml = createRequire(import.meta.url)('yaml')
  return parse(text, { merge: true })
}
