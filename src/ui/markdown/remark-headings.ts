type Node = { type: string; depth?: number; children?: Node[] }

/** The page's own headings end at the second level, and HTML's at the sixth. */
const [first, last] = [3, 6]

const headingsOf = (tree: Node): (Node & { depth: number })[] => {
  const found: (Node & { depth: number })[] = []
  const open = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    const { depth } = node
    if (node.type === 'heading' && depth !== undefined) found.push(node as Node & { depth: number })
    open.push(...[...(node.children ?? [])].reverse())
  }
  return found
}

/** Headings of the text begin below those of the page: the first is an h3, and none is skipped on the way down. */
export const remarkHeadings = () => (tree: Node) => {
  const headings = headingsOf(tree)
  const used = [...new Set(headings.map(({ depth }) => depth))].sort((a, b) => a - b)
  let previous = first - 1
  for (const heading of headings) {
    heading.depth = Math.min(first + used.indexOf(heading.depth), previous + 1, last)
    previous = heading.depth
  }
}
