import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundle, type ContractFiles } from './bundle'
import type { JsonObject } from './json'
import type { Operation } from './operation'
import { readContract } from './read-contract'
import type { SchemaTable } from './schema-node'

export type Contract = {
  /** Before every path: `/api`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly schemas: SchemaTable
  /** The bundled OpenAPI document. */
  readonly document: JsonObject
}

/** Reads the folder with `openapi.yaml`; throws a ContractError that says how to fix the contract. */
export function loadContract(folder: string): Contract {
  return readContract(bundle(readFiles(folder)))
}

function readFiles(folder: string): ContractFiles {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(ya?ml|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'))
  }
  return files
}
