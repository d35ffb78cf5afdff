import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml'

/**
 * `openapi/paths/groups.yaml:37` by what stands there: `getGroup` (the operation), `getGroup 200` (an answer),
 * `getGroup path id` (a parameter), `login body/username` (a property of a body that stands in the operation),
 * `startLab 409/running` (of an answer that does), `User` and `User/username` (a named schema and its property).
 */
export type SourceLines = Readonly<Record<string, string>>

type Place = { readonly file: string; readonly offset: number; readonly node: unknown }

const methods = ['get', 'put', 'post', 'patch', 'delete']

/** The line of everything that a finding may point at, in the contract's own files. */
export function readSources(folder: string): SourceLines {
  return new SourceReader(folder).read('openapi.yaml')
}

class SourceReader {
  private readonly folder: string
  private readonly opened = new Map<string, { root: unknown; lines: LineCounter }>()
  private readonly found = new Map<string, string>()

  constructor(folder: string) {
    this.folder = folder
  }

  read(entry: string): SourceLines {
    const root: Place = { file: entry, offset: 0, node: this.open(entry).root }
    for (const [, path] of this.entries(this.child(root, 'paths'))) {
      const item = this.settle(path)
      for (const [method, operation] of this.entries(item))
        if (methods.includes(method)) this.readOperation(operation, item)
    }
    for (const name of readdirSync(join(this.folder, 'schemas'))
      .filter(file => /\.ya?ml$/.test(file))
      .sort()) {
      const file = `schemas/${name}`
      this.readSchema(name.replace(/\.ya?ml$/, ''), { file, offset: 0, node: this.open(file).root }, true)
    }
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  private readOperation(operation: Place, item: Place): void {
    const id = this.textAt(operation, 'operationId')
    this.note(id, operation)
    for (const owner of [item, operation]) {
      for (const listed of this.items(this.child(owner, 'parameters'))) {
        const parameter = this.settle(listed)
        this.note(`${id} ${this.textAt(parameter, 'in')} ${this.textAt(parameter, 'name')}`, parameter)
      }
    }
    const body = this.child(operation, 'requestBody')
    this.note(`${id} body`, body)
    this.readContent(`${id} body`, body)
    for (const [status, answer] of this.entries(this.child(operation, 'responses'))) {
      this.note(`${id} ${status}`, answer)
      this.readContent(`${id} ${status}`, answer)
    }
  }

  private readContent(owner: string, place: Place | undefined): void {
    const content = this.child(place && this.settle(place), 'content')
    for (const [, media] of this.entries(content)) this.readSchema(owner, this.child(media, 'schema'))
  }

  /** Notes the properties that stand in a schema itself; a reference is another schema's matter. */
  private readSchema(owner: string, place: Place | undefined, isNamed = false): void {
    if (!place || (!isNamed && this.refOf(place) !== undefined)) return
    if (isNamed) this.note(owner, place)
    for (const [name, property] of this.entries(this.child(place, 'properties'))) {
      this.note(`${owner}/${name}`, property)
      this.readSchema(`${owner}/${name}`, property)
    }
    for (const items of ['items', 'additionalProperties'])
      this.readSchema(`${owner}/*`, this.child(place, items))
    for (const composed of ['allOf', 'oneOf', 'anyOf'])
      for (const part of this.items(this.child(place, composed))) this.readSchema(owner, part)
  }

  private note(key: string, place: Place | undefined): void {
    if (!place || this.found.has(key)) return
    const { line } = this.open(place.file).lines.linePos(place.offset)
    this.found.set(key, `openapi/${place.file}:${line}`)
  }

  private open(file: string) {
    const known = this.opened.get(file)
    if (known) return known
    const lines = new LineCounter()
    const text = readFileSync(join(this.folder, file), 'utf8')
    const opened = { root: parseDocument(text, { lineCounter: lines, merge: true }).contents, lines }
    this.opened.set(file, opened)
    return opened
  }

  /** Where a reference leads in the end; the place itself when it is none. */
  private settle(place: Place): Place {
    const ref = this.refOf(place)
    if (ref === undefined) return place
    const [path = '', pointer = ''] = ref.split('#')
    const file = path ? posix.join(posix.dirname(place.file), path) : place.file
    let target: Place | undefined = { file, offset: 0, node: this.open(file).root }
    for (const step of pointer.split('/').slice(1)) target = this.child(target, unescaped(step))
    return target ? this.settle(target) : place
  }

  private refOf({ node }: Place): string | undefined {
    const ref = isMap(node) ? node.get('$ref') : undefined
    return typeof ref === 'string' ? ref : undefined
  }

  private child(place: Place | undefined, key: string): Place | undefined {
    return this.entries(place).find(([name]) => name === key)?.[1]
  }

  private textAt(place: Place, key: string): string {
    const node = this.child(place, key)?.node
    return isScalar(node) ? String(node.value) : ''
  }

  /** The entries of a map, each at its key. */
  private entries(place: Place | undefined): [string, Place][] {
    if (!place || !isMap(place.node)) return []
    return (place.node as YAMLMap).items.map(({ key, value }: Pair) => {
      const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0
      return [isScalar(key) ? String(key.value) : '', { file: place.file, offset, node: value }]
    })
  }

  private items(place: Place | undefined): Place[] {
    if (!place || !isSeq(place.node)) return []
    return place.node.items.map(node => {
      const range = isMap(node) || isScalar(node) ? node.range : undefined
      return { file: place.file, offset: range?.[0] ?? place.offset, node }
    })
  }
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
