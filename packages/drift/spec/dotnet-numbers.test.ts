import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../../contract/load-contract'
import { compareDocuments } from './compare-documents'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const copy = () => structuredClone(contract.document) as Record<string, unknown>
const summarize = (found: ReturnType<typeof compareDocuments>) =>
  found.map(({ driftId, operationId, place }) => [driftId, operationId, place].filter(part => part).join(' '))

describe('numbers as .NET 10 describes them', () => {
  const digits = String.raw`^-?(?:0|[1-9]\d*)$`
  const decimal = String.raw`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`
  type Node = Record<string, unknown>
  /** Every number of a document, also of headers and parameters. */
  const rewritten = (change: (node: Node, type: 'integer' | 'number') => Node) => {
    const visit = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(visit)
      if (typeof value !== 'object' || value === null) return value
      const node = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, visit(child)]))
      const type = [node.type].flat().find(one => one === 'integer' || one === 'number')
      return type === undefined || node.enum !== undefined ? node : change(node, type)
    }
    return visit(copy()) as Record<string, unknown>
  }
  const withPattern = (node: Node, type: 'integer' | 'number'): Node => ({
    ...node,
    pattern: type === 'integer' ? digits : decimal,
    format: type === 'integer' ? 'int32' : 'double',
  })

  test.each<[string, (node: Node, type: 'integer' | 'number') => Node]>([
    [
      'a number or a text of digits',
      (node, type) => ({ ...withPattern(node, type), type: [node.type, 'string'].flat() }),
    ],
    [
      'a pattern and a format without a type, as in OpenAPI 3.0',
      (node, type) => {
        const { type: named, ...rest } = withPattern(node, type)
        return { ...rest, ...([named].flat().includes('null') && { nullable: true }) }
      },
    ],
  ])('are numbers: %s', (_, change) => {
    const found = compareDocuments(contract, rewritten(change)).filter(
      ({ severity }) => severity !== 'information',
    )
    expect(summarize(found)).toEqual([])
  })

  test('a text of digits without a number beside it is a text', () => {
    const found = compareDocuments(
      contract,
      rewritten(node => ({ ...node, type: 'string', pattern: digits })),
    )
    expect(summarize(found)).toContain('DR25 listGroups answer 200 /*/tasks_total')
  })
})
