import { expect, test } from 'vitest'
import type { Contract } from '../../packages/contract/read-contract'
import { writeSchemaTypes } from './write-client'

test('the branches of a union have the constants of the contract, not the names of their schemas', async () => {
  const branch = (kind: string, rest: object) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, ...rest },
  })
  const schemas = {
    Parcel: {
      oneOf: [{ $ref: '#/components/schemas/SentParcel' }, { $ref: '#/components/schemas/LostParcel' }],
      discriminator: { propertyName: 'kind' },
    },
    SentParcel: branch('sent', { at: { type: 'string' } }),
    LostParcel: branch('lost', {}),
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {},
    components: { schemas },
  }
  const { text } = await writeSchemaTypes({ document } as unknown as Contract)
  expect(text).toContain('kind: "sent"')
  expect(text).not.toContain('kind: "SentParcel"')
})
