type Json = unknown

export interface Mutant {
  /** The changed place and what became of it, as in `.user.email gone`. */
  name: string
  body: Json
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values of another kind, or of the same kind that no server should send. */
const replacements = (value: Json): [name: string, value: Json][] => {
  const common: [string, Json][] = [['null', null]]
  if (typeof value === 'string') return [...common, ['a number', 7]]
  if (typeof value === 'number') return [...common, ['a text', 'seven']]
  if (typeof value === 'boolean') return [...common, ['a text', 'no']]
  if (Array.isArray(value)) return [...common, ['empty', []], ['a list of nulls', [null]]]
  return [...common, ['a text', 'text']]
}

const visit = (value: Json, path: string, put: (next: Json) => Json): Mutant[] => {
  const own = path === '' ? [] : replacements(value).map(([name, next]) => ({ name, next }))
  const here = own.map(({ name, next }) => ({ name: `${path} ${name}`, body: put(next) }))
  if (Array.isArray(value)) {
    // One element stands for all: they have one schema.
    const [first] = value
    if (first === undefined) return here
    return [...here, ...visit(first, `${path}[0]`, next => put([next, ...value.slice(1)]))]
  }
  if (!isRecord(value)) return here
  const inside = Object.entries(value).flatMap(([key, child]) => {
    const { [key]: _, ...rest } = value
    return [
      { name: `${path}.${key} gone`, body: put(rest) },
      ...visit(child, `${path}.${key}`, next => put({ ...value, [key]: next })),
    ]
  })
  const extra = { name: `${path} with a key more`, body: put({ ...value, toString: 'x', extra: { a: [1] } }) }
  return [...here, ...inside, extra]
}

/** Every single change of an answer that a drifted server might make: at least one for each property (N02). */
export const mutantsOf = (body: Json): Mutant[] => visit(body, '', next => next)

/** One change of each place, turn about by its kinds: the pairwise share of `mutantsOf` that every run tries. */
export const oneOfEachPlace = (mutants: readonly Mutant[]): Mutant[] => {
  const places = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const [place = ''] = mutant.name.split(' ')
    places.set(place, [...(places.get(place) ?? []), mutant])
  }
  return [...places.values()].flatMap((own, at) => own[at % own.length] ?? [])
}
