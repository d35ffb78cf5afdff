import type { ExtraProps } from 'react-markdown'

export type Element = NonNullable<ExtraProps['node']>
/** What stands in the tree of the text and in that of the highlighter. */
export type TreeNode = Element['children'][number] | { type: 'doctype' }

/** The words of a piece of the tree, without its marks. */
export const textOf = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(node => (node.type === 'text' ? node.value : 'children' in node ? textOf(node.children) : ''))
    .join('')
