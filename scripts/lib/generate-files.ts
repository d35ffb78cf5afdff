import type { GeneratedFile } from './generated-file'
import type { Contract } from './load-contract'
import { writeClientOperations } from './write-client-operations'
import { writeHandlers } from './write-handlers'
import { writeMockOperations } from './write-mock-operations'
import { writeSamplers } from './write-samplers'
import { writeSchemaTypes } from './write-schema-types'
import { writeValidators } from './write-validators'

/** Every generated file of a contract. `currentText` gives a file as it stands, so that slow work can be spared. */
export async function generateFiles(
  contract: Contract,
  currentText: (path: string) => string | undefined = () => undefined,
): Promise<GeneratedFile[]> {
  return [
    await writeSchemaTypes(contract, currentText('src/api/schema.gen.ts')),
    writeClientOperations(contract),
    writeMockOperations(contract),
    writeHandlers(contract),
    writeSamplers(contract),
    ...(await writeValidators(contract, currentText('mocks/validators.gen.js'))),
  ]
}
