type Node = { type: string; value?: unknown; children?: Node[] }

/** The deepest tree that is rendered; checked without recursion, because depth is the danger. */
const deepest = 100

/** Every kind of raw HTML becomes the text that it was written as: visible, and never markup. */
export const remarkPlainHtml = () => (tree: Node) => {
  const open: { node: Node; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let current = open.pop(); current; current = open.pop()) {
    const { node, depth } = current
    if (depth > deepest) throw new RangeError('The text is nested too deeply.')
    if (node.type === 'html') node.type = 'text'
    for (const child of node.children ?? []) open.push({ node: child, depth: depth + 1 })
  }
}
