/** A list of words typed as lines of text: easier to read and to extend than one quoted word a line. */
export function words(text: string): readonly string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}
