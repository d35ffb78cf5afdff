/** Why the browser's own check refused a control, in one word; the screen has the sentence. */
type InvalidReason = 'missing' | 'tooShort' | 'tooLong' | 'pattern' | 'type' | 'other'

export type InvalidField = { name: string; id: string; reason: InvalidReason }

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

function reasonOf(validity: ValidityState): InvalidReason {
  if (validity.valueMissing) return 'missing'
  if (validity.tooShort) return 'tooShort'
  if (validity.tooLong) return 'tooLong'
  if (validity.typeMismatch || validity.badInput) return 'type'
  if (validity.patternMismatch) return 'pattern'
  return 'other'
}

/** The controls of a form whose native checks fail, in the order of the page. */
export function invalidFields(form: HTMLFormElement): InvalidField[] {
  return [...form.elements]
    .filter(isControl)
    .filter(control => control.willValidate && !control.validity.valid)
    .map(control => ({ name: control.name, id: control.id, reason: reasonOf(control.validity) }))
}

/** Focuses the first control that is marked invalid or fails its native check. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  const wrong = [...form.elements]
    .filter(isControl)
    .find(control => control.getAttribute('aria-invalid') === 'true' || !control.validity.valid)
  wrong?.focus()
}
