import { parse } from 'yaml'

/** Parses YAML 1.2; throws an Error whose first line names the position. Dates stay strings. */
export function parseYaml(text: string): unknown {
  return parse(text)
}
