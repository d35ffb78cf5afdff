import { CORE_SCHEMA, load } from 'js-yaml'

/** The value in a YAML 1.2 text; throws an Error whose first line says where it is wrong. Dates stay texts. */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA })
}
