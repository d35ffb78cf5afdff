import type { ExtraProps } from 'react-markdown'

export type Element = NonNullable<ExtraProps['node']>
/** A node of the Markdown tree or of the highlighter's tree. */
export type TreeNode = Element['children'][number] | { type: 'doctype' }

export const getNodeText = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(node => (node.type === 'text' ? node.value : 'children' in node ? getNodeText(node.children) : ''))
    .join('')

type Node = { type: string; depth?: number; value?: unknown; children?: Node[] }

/** The page uses h1 and h2; HTML ends at h6. */
const [FIRST_LEVEL, LAST_LEVEL] = [3, 6]

const findHeadings = (tree: Node): (Node & { depth: number })[] => {
  const found: (Node & { depth: number })[] = []
  const open = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    const { depth } = node
    if (node.type === 'heading' && depth !== undefined) found.push(node as Node & { depth: number })
    open.push(...[...(node.children ?? [])].reverse())
  }
  return found
}

/** Shifts headings below those of the page: they start at h3 and skip no level. */
export const remarkHeadings = () => (tree: Node) => {
  const headings = findHeadings(tree)
  const used = [...new Set(headings.map(({ depth }) => depth))].sort((a, b) => a - b)
  let previous = FIRST_LEVEL - 1
  for (const heading of headings) {
    heading.depth = Math.min(FIRST_LEVEL + used.indexOf(heading.depth), previous + 1, LAST_LEVEL)
    previous = heading.depth
  }
}

/** Checked without recursion, because a deep tree would overflow the stack. */
const MAX_DEPTH = 100

/** Turns raw HTML into plain text. */
export const remarkPlainHtml = () => (tree: Node) => {
  const open: { node: Node; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let current = open.pop(); current; current = open.pop()) {
    const { node, depth } = current
    if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deeply.')
    if (node.type === 'html') node.type = 'text'
    for (const child of node.children ?? []) open.push({ node: child, depth: depth + 1 })
  }
}
