import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundle, type ContractFiles } from './bundle'
import { checkContract } from './check-contract'
import { ContractError } from './contract-error'
import { type JsonObject, listAt, objectAt } from './json'
import type { Operation } from './operation'
import { readOperations } from './read-operation'
import { readSchema } from './read-schema'
import type { SchemaTable } from './schema-node'

export type Contract = {
  /** Before every path: `/api`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly schemas: SchemaTable
  /** The bundled OpenAPI document, as served to people and tools. */
  readonly document: JsonObject
}

/** Reads the folder that holds `openapi.yaml`; throws a ContractError whose sentences say what to write instead. */
export function loadContract(folder: string): Contract {
  return readContract(bundle(readFiles(folder)))
}

/** The contract in a bundled document; throws a ContractError. */
export function readContract(document: JsonObject): Contract {
  const problems = checkContract(document)
  if (problems.length > 0) throw new ContractError(problems)
  const schemas = Object.fromEntries(
    Object.entries(objectAt(objectAt(document.components).schemas)).map(([name, node]) => [
      name,
      readSchema(node),
    ]),
  )
  return {
    basePath: String(objectAt(listAt(document.servers)[0]).url),
    operations: readOperations(document, schemas),
    schemas,
    document,
  }
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
