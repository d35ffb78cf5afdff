import type { ExtraProps } from 'react-markdown'

export type Element = NonNullable<ExtraProps['node']>
/** A node of the Markdown tree or of the highlighter's tree. */
export type TreeNode = Element['children'][number] | { type: 'doctype' }

/** The text content of nodes. */
export const getNodeText = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(node => (node.type === 'text' ? node.value : 'children' in node ? getNodeText(node.children) : ''))
    .join('')
