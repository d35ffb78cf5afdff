import { parse } from 'yaml'

/** The value in a YAML 1.2 text; throws an Error whose first line says where it is wrong. Dates stay texts. */
export function parseYaml(text: string): unknown {
  return parse(text)
}
