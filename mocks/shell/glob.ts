type Step = 'star' | ((character: string) => boolean)

/** Compiles a shell pattern: `*`, `?`, `[a-z]`, and a backslash to escape. It must match the whole text. */
export function globTest(glob: string, isCaseless = false): (text: string) => boolean {
  const fold = (text: string) => (isCaseless ? text.toLowerCase() : text)
  const steps = parseSteps([...fold(glob)])
  return text => walk(steps, [...fold(text)])
}

function parseSteps(glob: readonly string[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] ?? ''
    const close = character === '[' ? glob.indexOf(']', at + 2) : -1
    if (character === '*') steps.push('star')
    else if (character === '?') steps.push(() => true)
    else if (close > 0) {
      steps.push(parseClass(glob.slice(at + 1, close)))
      at = close
    } else {
      const wanted = character === '\\' && at + 1 < glob.length ? glob[++at] : character
      steps.push(one => one === wanted)
    }
  }
  return steps
}

function parseClass(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^'
  const set = isNegated ? inside.slice(1) : inside
  const isIn = (character: string) =>
    set.some((one, at) => {
      if (one === '-' && at > 0 && at < set.length - 1) {
        return character >= (set[at - 1] ?? '') && character <= (set[at + 1] ?? '')
      }
      return one === character
    })
  return character => isIn(character) !== isNegated
}

/** Backtracks only to the last star, so matching takes polynomial time. */
function walk(steps: readonly Step[], text: readonly string[]): boolean {
  let step = 0
  let at = 0
  let star = -1
  let taken = 0
  while (at < text.length) {
    const current = steps[step]
    if (current === 'star') {
      star = step++
      taken = at
    } else if (current?.(text[at] ?? '')) {
      step++
      at++
    } else if (star >= 0) {
      step = star + 1
      at = ++taken
    } else return false
  }
  return steps.slice(step).every(one => one === 'star')
}
