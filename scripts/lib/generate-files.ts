import type { GeneratedFile } from './generated-file'
import type { Contract } from './load-contract'
import { writeClientOperations } from './write-client-operations'
import { writeHandlers } from './write-handlers'
import { writeMockOperations } from './write-mock-operations'
import { writeSamplers } from './write-samplers'
import { writeSchemaTypes } from './write-schema-types'
import { writeValidators } from './write-validators'

/** Every generated file of a contract. `currentTypes` is `src/api/schema.gen.ts` as it stands, if it does. */
export async function generateFiles(contract: Contract, currentTypes?: string): Promise<GeneratedFile[]> {
  return [
    await writeSchemaTypes(contract, currentTypes),
    writeClientOperations(contract),
    writeMockOperations(contract),
    writeHandlers(contract),
    writeSamplers(contract),
    ...writeValidators(contract),
  ]
}
