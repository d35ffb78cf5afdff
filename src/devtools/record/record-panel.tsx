/** Makes a recorded scenario of what the page asks while it is recording; needs no props. */
export function RecordPanel() {
  return null
}
