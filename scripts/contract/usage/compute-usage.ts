import type ts from 'typescript'
import type { Operation } from '../../lib/operation'
import { brokenFiles } from './broken-files'
import { type ClientTypes, schemaPath } from './client-types'
import { DeclarationGraph } from './declaration-graph'
import { namedReads } from './named-reads'
import { operationCallers } from './operation-callers'
import { hashOfTypes } from './schema-hash'
import { type SchemaProperty, schemaProperties } from './schema-properties'
import { Screens } from './screens'
import { suspectsOf } from './suspects'
import type { UsageMap } from './usage-map'

type Places = ReadonlyMap<string, readonly number[]>
type Uses = [file: number, screens: number][]

/**
 * Who uses what, by taking each property out of the types. What the compiler cannot see: properties that are only
 * passed on through type parameters, and those read from values without a type, which `named-reads.ts` guesses at.
 */
export function computeUsage(
  types: ClientTypes,
  operations: readonly Operation[],
  onProgress?: (done: number, all: number) => void,
): UsageMap {
  const properties = schemaProperties(types.source(schemaPath))
  const suspects = suspectsOf(types, properties)
  const named = namedReads(types, properties)
  const broken = brokenFiles(types, properties, suspects, onProgress)
  return new Writer(types).write(properties, broken, named, operationCallers(types, operations))
}

class Writer {
  private readonly types: ClientTypes
  private readonly graph: DeclarationGraph
  private readonly screens: Screens
  private readonly files: string[] = []
  private readonly sets = new Map<string, number>()

  constructor(types: ClientTypes) {
    this.types = types
    const sources = new Map<string, ts.SourceFile>(types.files.map(path => [path, types.source(path)]))
    this.graph = new DeclarationGraph(sources)
    this.screens = new Screens(sources, this.graph)
  }

  write(
    properties: readonly SchemaProperty[],
    broken: ReadonlyMap<string, Places>,
    named: ReadonlyMap<string, Places>,
    callers: ReadonlyMap<string, Places>,
  ): UsageMap {
    const keys = properties.map(({ key }) => key).sort()
    const special = this.onSomeScreens(named)
    const all = [broken, special, callers].flatMap(uses =>
      [...uses.values()].flatMap(places => [...places.keys()]),
    )
    this.files.push(...[...new Set(all)].sort())
    const sections = {
      properties: this.section(keys, broken),
      named: this.section(keys, special),
      operations: this.section([...callers.keys()].sort(), callers),
    }
    return {
      schemaHash: hashOfTypes(this.types.schemaText),
      screens: this.screens.all,
      files: this.files,
      screenSets: [...this.sets.keys()].map(text => (text === '' ? [] : text.split(' ').map(Number))),
      ...sections,
    }
  }

  /** What is on every screen reads the session and its like, and no screen's own answer: too unsure to be named. */
  private onSomeScreens(uses: ReadonlyMap<string, Places>): Map<string, Places> {
    const isOnAll = ([path, positions]: readonly [string, readonly number[]]) =>
      this.screensAt(path, positions).length === this.screens.all.length
    return new Map(
      [...uses].map(([key, places]) => [key, new Map([...places].filter(place => !isOnAll(place)))]),
    )
  }

  private screensAt(path: string, positions: readonly number[]): readonly string[] {
    return this.screens.of(positions.flatMap(position => this.graph.at(path, position)))
  }

  private section(keys: readonly string[], uses: ReadonlyMap<string, Places>): Record<string, Uses> {
    const entries = keys.map((key): [string, Uses] => {
      const places = [...(uses.get(key) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      return [key, places.map(([path, positions]) => [this.files.indexOf(path), this.setOf(path, positions)])]
    })
    return Object.fromEntries(entries.filter(([, list]) => list.length > 0))
  }

  private setOf(path: string, positions: readonly number[]): number {
    const text = this.screensAt(path, positions)
      .map(screen => this.screens.all.indexOf(screen))
      .join(' ')
    const known = this.sets.get(text) ?? this.sets.size
    this.sets.set(text, known)
    return known
  }
}
