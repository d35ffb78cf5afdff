import type { GeneratedFile } from './generated-file'
import type { Contract } from './load-contract'
import { writeClientOperations } from './write-client-operations'
import { writeHandlers } from './write-handlers'
import { writeMockOperations } from './write-mock-operations'
import { writeSamplers } from './write-samplers'
import { writeSchemaTypes } from './write-schema-types'
import { writeValidators } from './write-validators'

/** Every generated file of a contract. `intact` has the texts, by path, that need not be made again. */
export async function generateFiles(
  contract: Contract,
  intact: ReadonlyMap<string, string> = new Map(),
): Promise<GeneratedFile[]> {
  const path = 'src/api/schema.gen.ts'
  const types = intact.get(path)
  return [
    types === undefined ? await writeSchemaTypes(contract) : { path, text: types },
    writeClientOperations(contract),
    writeMockOperations(contract),
    writeHandlers(contract),
    writeSamplers(contract),
    ...writeValidators(contract),
  ]
}
