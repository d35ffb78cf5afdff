type PatternTest = (pattern: string, text: string, flags: string) => boolean

const compiled = new Map<string, RegExp>()

function testPlainly(pattern: string, text: string, flags: string): boolean {
  const key = `${flags} ${pattern}`
  const test = compiled.get(key) ?? new RegExp(pattern, flags)
  compiled.set(key, test)
  return test.test(text)
}

let test: PatternTest = testPlainly

/** Whether a text fits a `pattern` of JSON Schema. */
export function fitsPattern(pattern: string, text: string, flags = 'u'): boolean {
  return test(pattern, text, flags)
}

/** Patterns of strangers may take for ever, so whoever reads such documents limits them. */
export function limitPatterns(limit: (plainly: PatternTest) => PatternTest): void {
  test = limit(testPlainly)
}
